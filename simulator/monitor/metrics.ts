import { seededRandom } from '../../sample/seededRandom.ts'
import { ArmError } from '../arm/armError.ts'
import { listPowerChanges } from '../arm/powerState.ts'
import type { SimResource } from '../arm/resource.ts'
import { findResource } from '../arm/resourceStore.ts'
import type { Simulator } from '../core/simulator.ts'

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

const hourMs = 3_600_000
const maxPoints = 1_440

function loads(sim: Simulator) {
  return sim.state.collection<{ percent: number | null }>('arm.load')
}

/** Sets a constant load for a resource instead of the simulated one; null means no measurements. */
export function setLoad(sim: Simulator, id: string, percent: number | null): void {
  loads(sim).set(id.toLowerCase(), { percent })
}

/** The load is high in office hours, low at night and on weekends, and the same on every read. */
function cpuAt(sim: Simulator, { id }: SimResource, position: number): number | null {
  const fixedLoad = loads(sim).get(id.toLowerCase())
  if (fixedLoad) return fixedLoad.percent
  const time = new Date(position)
  const isWorkingTime = time.getUTCDay() % 6 !== 0 && time.getUTCHours() >= 8 && time.getUTCHours() < 18
  const noise = seededRandom(`load/${id.toLowerCase()}/${Math.floor(position / hourMs)}`).next()
  return Math.round((isWorkingTime ? 12 + 40 * noise : 2 + 6 * noise) * 100) / 100
}

function runsAt(sim: Simulator, resource: SimResource, position: number): boolean {
  const lastChange = listPowerChanges(sim, resource).findLast((each) => Date.parse(each.at) <= position)
  return lastChange !== undefined && lastChange.power === 'running'
}

function throwError(message: string): never {
  throw new ArmError(400, 'BadRequest', message)
}

function readSpan({ starttime, endtime }: Record<string, string>, now: Date): { from: number; to: number } {
  const to = endtime === undefined ? now.getTime() : Date.parse(endtime)
  if (starttime === undefined && endtime !== undefined) throwError('starttime is required with endtime.')
  const from = starttime === undefined ? to - hourMs : Date.parse(starttime)
  if (!(to > from)) throwError(`The end time '${endtime}' must be after the start time '${starttime}'.`)
  return { from, to }
}

/** Measures one resource as in a response of `metrics:getBatch`. @throws 400, 404 */
export function measure(sim: Simulator, id: string, query: Record<string, string>) {
  const resource = findResource(sim, id)
  const knownMetrics = metrics[resource.type.toLowerCase()] ?? {}
  const names = (query.metricnames ?? '').split(',').map((name) => name.trim())
  if ((query.interval ?? 'PT1M').toUpperCase() !== 'PT1H') throwError('Detected invalid time grain input: only PT1H is supported.')
  const aggregation = (query.aggregation ?? 'average').toLowerCase()
  if (aggregation !== 'average') throwError(`Only the aggregation 'average' is supported, not '${aggregation}'.`)
  const { from, to } = readSpan(query, sim.clock.now())
  const start = Math.floor(from / hourMs) * hourMs
  const count = Math.ceil((to - start) / hourMs)
  if (count > maxPoints) throwError('The timespan is too long for this time grain.')
  const value = names.map((name) => {
    const match = Object.entries(knownMetrics).find(([each]) => each.toLowerCase() === name.toLowerCase())
    if (!match) return throwError(`Failed to find metric configuration for provider: ${resource.type}, metric: ${name}.`)
    const [value, { unit, perCpu }] = match
    const data = Array.from({ length: count }, (_, index) => {
      const position = start + index * hourMs
      const load = position <= sim.clock.now().getTime() && runsAt(sim, resource, position) ? cpuAt(sim, resource, position) : null
      return { timeStamp: new Date(position).toISOString(), ...(load === null ? {} : { average: load * perCpu }) }
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
  return {
    starttime: new Date(from).toISOString(),
    endtime: new Date(to).toISOString(),
    interval: 'PT1H',
    value,
    namespace: resource.type.toLowerCase(),
    resourceregion: resource.location,
    resourceid: resource.id,
  }
}
