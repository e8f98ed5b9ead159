import type { Simulator } from '../simulator.ts'
import { type Outcome, progressOf } from './outcome.ts'
import type { SimResource } from './resource.ts'

/** A machine can be stopped and still be charged for; `deallocated` is what saves money. */
export type Power = 'running' | 'stopped' | 'deallocated'

interface PowerChange {
  from: Power
  to: Power
  at: string
  outcome: Outcome
}

/** How a resource stands, and where it is going. */
export interface PowerNow {
  power: Power
  /** Set while it goes there. */
  becoming?: Power
}

function changes(sim: Simulator) {
  return sim.state.collection<PowerChange>('arm.power')
}

export function powerOf(sim: Simulator, { id, createdTime }: Pick<SimResource, 'id' | 'createdTime'>): PowerNow {
  const change = changes(sim).get(id.toLowerCase())
  // Of an earlier resource with the same name.
  if (!change || change.at < createdTime) return { power: 'running' }
  const progress = progressOf(sim, change.outcome)
  if (progress === 'running') return { power: change.from, becoming: change.to }
  return { power: progress === 'failed' ? change.from : change.to }
}

export function changePower(sim: Simulator, resource: SimResource, to: Power, outcome: Outcome): void {
  const from = powerOf(sim, resource).power
  changes(sim).set(resource.id.toLowerCase(), { from, to, at: sim.clock.now().toISOString(), outcome })
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
