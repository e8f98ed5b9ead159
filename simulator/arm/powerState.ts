import type { Simulator } from '../core/simulator.ts'
import { type Outcome, progressOf } from './outcome.ts'
import type { SimResource } from './resource.ts'

/** A stopped VM is still charged; only `deallocated` saves money. */
export type Power = 'running' | 'stopped' | 'deallocated'

interface PowerChange {
  from: Power
  to: Power
  at: string
  outcome: Outcome
  past?: { at: string; power: Power }[]
}

const maxPast = 200

interface PowerStatus {
  power: Power
  becoming?: Power
}

function changes(sim: Simulator) {
  return sim.state.collection<PowerChange & { id: string }>('arm.power')
}

const cache = new WeakMap<Simulator, Map<string, PowerChange>>()

/** Every list of resources needs each power state, so the states are cached in memory. */
function loadChanges(sim: Simulator): Map<string, PowerChange> {
  const current =
    cache.get(sim) ??
    new Map(
      changes(sim)
        .values()
        .map(({ id, ...change }) => [id, change]),
    )
  cache.set(sim, current)
  return current
}

export function powerOf(sim: Simulator, { id, createdTime }: Pick<SimResource, 'id' | 'createdTime'>): PowerStatus {
  const change = loadChanges(sim).get(id.toLowerCase())
  if (!change || change.at < createdTime) return { power: 'running' }
  const progress = progressOf(sim, change.outcome)
  if (progress === 'running') return { power: change.from, becoming: change.to }
  return { power: progress === 'failed' ? change.from : change.to }
}

export function changePower(sim: Simulator, resource: SimResource, to: Power, outcome: Outcome): void {
  const from = powerOf(sim, resource).power
  const powerHistory = listPowerChanges(sim, resource).slice(-maxPast)
  const id = resource.id.toLowerCase()
  const change = { from, to, at: sim.clock.now().toISOString(), outcome, past: powerHistory }
  loadChanges(sim).set(id, change)
  changes(sim).set(id, { ...change, id })
}

export function listPowerChanges(
  sim: Simulator,
  { id, createdTime }: Pick<SimResource, 'id' | 'createdTime'>,
): { at: string; power: Power }[] {
  const change = loadChanges(sim).get(id.toLowerCase())
  if (!change || change.at < createdTime) return [{ at: createdTime, power: 'running' }]
  const { past: pastItems = [{ at: createdTime, power: 'running' as const }], outcome, to } = change
  return outcome.endsAt !== null && progressOf(sim, outcome) === 'succeeded' ? [...pastItems, { at: outcome.endsAt, power: to }] : pastItems
}

export function powerStateCode({ power, becoming }: PowerStatus): string {
  if (becoming === undefined) return power
  return { running: 'starting', stopped: 'stopping', deallocated: 'deallocating' }[becoming]
}

type PowerPresenter = (now: PowerStatus) => Record<string, unknown>

const database: PowerPresenter = ({ power, becoming }) => {
  if (becoming) return { state: becoming === 'running' ? 'Starting' : 'Stopping' }
  return { state: power === 'running' ? 'Ready' : 'Stopped' }
}

const visible: Record<string, PowerPresenter> = {
  'microsoft.web/sites': ({ power }) => ({ state: power === 'running' ? 'Running' : 'Stopped' }),
  'microsoft.containerservice/managedclusters': ({ power, becoming }) => ({
    powerState: { code: power === 'running' ? 'Running' : 'Stopped' },
    ...(becoming ? { provisioningState: becoming === 'running' ? 'Starting' : 'Stopping' } : {}),
  }),
  'microsoft.dbforpostgresql/flexibleservers': database,
  'microsoft.dbformysql/flexibleservers': database,
}

export function withPower(sim: Simulator, resource: SimResource): SimResource {
  const show = visible[resource.type.toLowerCase()]
  return show ? { ...resource, properties: { ...resource.properties, ...show(powerOf(sim, resource)) } } : resource
}
