import { seededRandom } from '../../sample/seededRandom.ts'
import type { Simulator } from '../simulator.ts'
import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, ok } from './armRoute.ts'
import { powerPast } from './powerState.ts'
import type { SimResource } from './resource.ts'
import { findResource } from './resourceStore.ts'

/** What each kind of resource measures: the metric's name, its unit, and how much of it an idle one shows. */
const metrics: Record<string, Record<string, { unit: string; perCpu: number }>> = {
  'microsoft.compute/virtualmachines': {
    'Percentage CPU': { unit: 'Percent', perCpu: 1 },
    'Network In Total': { unit: 'Bytes', perCpu: 4_000_000 },
  },
  'microsoft.compute/virtualmachinescalesets': { 'Percentage CPU': { unit: 'Percent', perCpu: 1 } },
  'microsoft.containerservice/managedclusters': { node_cpu_usage_percentage: { unit: 'Percent', perCpu: 1 } },
  'microsoft.dbforpostgresql/flexibleservers': { cpu_percent: { unit: 'Percent', perCpu: 0.6 } },
  'microsoft.dbformysql/flexibleservers': { cpu_percent: { unit: 'Percent', perCpu: 0.6 } },
  'microsoft.web/serverfarms': { CpuPercentage: { unit: 'Percent', perCpu: 0.8 } },
}

const hour = 3_600_000
const mostPoints = 1_440

function loads(sim: Simulator) {
  return sim.state.collection<{ percent: number }>('arm.load')
}

/** Has a resource show this load from now on, instead of that of people at work. */
export function setLoad(sim: Simulator, id: string, percent: number): void {
  loads(sim).set(id.toLowerCase(), { percent })
}

/** Busy in office hours, quiet by night and at weekends; the same at every look. */
function cpuAt(sim: Simulator, { id }: SimResource, at: number): number {
  const fixed = loads(sim).get(id.toLowerCase())
  if (fixed) return fixed.percent
  const time = new Date(at)
  const atWork = time.getUTCDay() % 6 !== 0 && time.getUTCHours() >= 8 && time.getUTCHours() < 18
  const noise = seededRandom(`load/${id.toLowerCase()}/${Math.floor(at / hour)}`).next()
  return Math.round((atWork ? 12 + 40 * noise : 2 + 6 * noise) * 100) / 100
}

function runsAt(sim: Simulator, resource: SimResource, at: number): boolean {
  const last = powerPast(sim, resource).findLast((each) => Date.parse(each.at) <= at)
  return last !== undefined && last.power === 'running'
}

function refuse(message: string): never {
  throw new ArmError(400, 'BadRequest', message)
}

function readSpan(text: string | undefined, now: Date): { from: number; to: number } {
  if (text === undefined) return { from: now.getTime() - hour, to: now.getTime() }
  const [from = Number.NaN, to = Number.NaN] = text.split('/').map((each) => Date.parse(each))
  if (!(to > from)) refuse(`The timespan '${text}' is not one.`)
  return { from, to }
}

function read(request: ArmRequest): ArmReply {
  const { sim, query } = request
  const resource = findResource(sim, request.path.slice(0, request.path.toLowerCase().lastIndexOf('/providers/microsoft.insights/')))
  const known = metrics[resource.type.toLowerCase()] ?? {}
  const names = (query.metricnames ?? Object.keys(known)[0] ?? '').split(',').map((name) => name.trim())
  if ((query.interval ?? 'PT1H').toUpperCase() !== 'PT1H') refuse(`Detected invalid time grain input: only PT1H is kept here.`)
  const aggregation = (query.aggregation ?? 'average').toLowerCase()
  if (aggregation !== 'average') refuse(`Only the average is kept here, not '${aggregation}'.`)
  const { from, to } = readSpan(query.timespan, sim.clock.now())
  const start = Math.floor(from / hour) * hour
  const count = Math.ceil((to - start) / hour)
  if (count > mostPoints) refuse('The timespan is too long for this time grain.')
  const value = names.map((name) => {
    const found = Object.entries(known).find(([each]) => each.toLowerCase() === name.toLowerCase())
    if (!found) return refuse(`Failed to find metric configuration for provider: ${resource.type}, metric: ${name}.`)
    const [value, { unit, perCpu }] = found
    const data = Array.from({ length: count }, (_, index) => {
      const at = start + index * hour
      const seen = at <= sim.clock.now().getTime() && runsAt(sim, resource, at)
      return { timeStamp: new Date(at).toISOString(), ...(seen ? { average: cpuAt(sim, resource, at) * perCpu } : {}) }
    })
    return {
      id: `${resource.id}/providers/Microsoft.Insights/metrics/${value}`,
      type: 'Microsoft.Insights/metrics',
      name: { value, localizedValue: value },
      displayDescription: value,
      unit,
      timeseries: [{ metadatavalues: [], data }],
      errorCode: 'Success',
    }
  })
  const timespan = `${new Date(from).toISOString()}/${new Date(to).toISOString()}`
  return ok({ cost: count - 1, timespan, interval: 'PT1H', value, namespace: resource.type, resourceregion: resource.location })
}

export const metricRoutes: ArmRoute[] = [{ method: 'GET', path: '{scope}/providers/Microsoft.Insights/metrics', handle: read }]
