import type { ActivityEvent } from '../../../clients/arm/armActivity.ts'
import type { ResourceGroup } from '../../../clients/arm/armResources.ts'

/** Groups that Azure's services make for themselves in the subscription of whoever uses them. */
const madeByAzure =
  /^(networkwatcherrg|defaultresourcegroup-.+|mc_.+|azurebackuprg_.+|databricks-rg-.+|cloud-shell-storage-.+|managed-?rg-.+)$/i

export type Why = 'madeByAzure' | 'madeByHand' | 'madeByApplication' | 'unknown'

export interface Maker {
  why: Why
  /** User principal name of a person, object id of an application. */
  caller: string | null
  /** As the activity log has it. */
  name: string | null
  at: string | null
}

/** The event that made each group, by its name in lower case; where the log holds no such event, none. */
export function makersOf(events: readonly ActivityEvent[]): Map<string, ActivityEvent> {
  const makers = new Map<string, ActivityEvent>()
  for (const event of events) {
    const name = event.resourceGroupName?.toLowerCase()
    if (name && event.subStatus?.value?.toLowerCase() === 'created') makers.set(name, event)
  }
  return makers
}

/** Why a group is not managed, as far as can be known. */
export function whoMade(group: Pick<ResourceGroup, 'name' | 'managedBy'>, event: ActivityEvent | undefined): Maker {
  const { caller = null } = event ?? {}
  const who = { caller, name: event?.claims?.name ?? null, at: event?.eventTimestamp ?? null }
  if (group.managedBy || madeByAzure.test(group.name)) return { why: 'madeByAzure', ...who }
  if (caller === null) return { why: 'unknown', ...who }
  return { why: caller.includes('@') ? 'madeByHand' : 'madeByApplication', ...who }
}
