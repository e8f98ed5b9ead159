import type { Simulator } from '../core/simulator.ts'
import { type Outcome, progressOf } from './outcome.ts'
import type { SimResource } from './resource.ts'

/** A machine can be stopped and still be charged for; `deallocated` is what saves money. */
export type Power = 'running' | 'stopped' | 'deallocated'

interface PowerChange {
  from: Power
  to: Power
  at: string
  outcome: Outcome
  /** What it was before and since when, the earliest first. */
  past?: { at: string; power: Power }[]
}

const mostPast = 200

/** How a resource stands, and where it is going. */
export interface PowerNow {
  power: Power
  /** Set while it goes there. */
  becoming?: Power
}

function changes(sim: Simulator) {
  return sim.state.collection<PowerChange & { id: string }>('arm.power')
}

const kept = new WeakMap<Simulator, Map<string, PowerChange>>()

/** Every list of resources asks for the power of each: it is held in memory. */
function known(sim: Simulator): Map<string, PowerChange> {
  const held =
    kept.get(sim) ??
    new Map(
      changes(sim)
        .values()
        .map(({ id, ...change }) => [id, change]),
    )
  kept.set(sim, held)
  return held
}

export function powerOf(sim: Simulator, { id, createdTime }: Pick<SimResource, 'id' | 'createdTime'>): PowerNow {
  const change = known(sim).get(id.toLowerCase())
  // Belongs to an earlier resource with the same name.
  if (!change || change.at < createdTime) return { power: 'running' }
  const progress = progressOf(sim, change.outcome)
  if (progress === 'running') return { power: change.from, becoming: change.to }
  return { power: progress === 'failed' ? change.from : change.to }
}

export function changePower(sim: Simulator, resource: SimResource, to: Power, outcome: Outcome): void {
  const from = powerOf(sim, resource).power
  const past = powerPast(sim, resource).slice(-mostPast)
  const id = resource.id.toLowerCase()
  const change = { from, to, at: sim.clock.now().toISOString(), outcome, past }
  known(sim).set(id, change)
  changes(sim).set(id, { ...change, id })
}

/** How it has stood since it was made, the earliest first; before that it did not run. */
export function powerPast(sim: Simulator, { id, createdTime }: Pick<SimResource, 'id' | 'createdTime'>): { at: string; power: Power }[] {
  const change = known(sim).get(id.toLowerCase())
  if (!change || change.at < createdTime) return [{ at: createdTime, power: 'running' }]
  const { past = [{ at: createdTime, power: 'running' as const }], outcome, to } = change
  return outcome.endsAt !== null && progressOf(sim, outcome) === 'succeeded' ? [...past, { at: outcome.endsAt, power: to }] : past
}

/** `running` and `deallocating`, as the parts of codes such as `PowerState/deallocating` are spelt. */
export function powerWord({ power, becoming }: PowerNow): string {
  if (becoming === undefined) return power
  return { running: 'starting', stopped: 'stopping', deallocated: 'deallocating' }[becoming]
}

type Show = (now: PowerNow) => Record<string, unknown>

const database: Show = ({ power, becoming }) => {
  if (becoming) return { state: becoming === 'running' ? 'Starting' : 'Stopping' }
  return { state: power === 'running' ? 'Ready' : 'Stopped' }
}

/** What of its power each kind of resource tells in its own properties. */
const shown: Record<string, Show> = {
  'microsoft.web/sites': ({ power }) => ({ state: power === 'running' ? 'Running' : 'Stopped' }),
  'microsoft.containerservice/managedclusters': ({ power, becoming }) => ({
    powerState: { code: power === 'running' ? 'Running' : 'Stopped' },
    ...(becoming ? { provisioningState: becoming === 'running' ? 'Starting' : 'Stopping' } : {}),
  }),
  'microsoft.dbforpostgresql/flexibleservers': database,
  'microsoft.dbformysql/flexibleservers': database,
}

/** The resource with its power in its properties, where its kind has it there. */
export function withPower(sim: Simulator, resource: SimResource): SimResource {
  const show = shown[resource.type.toLowerCase()]
  return show ? { ...resource, properties: { ...resource.properties, ...show(powerOf(sim, resource)) } } : resource
}
