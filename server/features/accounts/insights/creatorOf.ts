import type { ActivityEvent } from '../../../clients/arm/armActivity.ts'
import type { ResourceGroup } from '../../../clients/arm/armResources.ts'

/** Azure's services create these groups for themselves. */
const createdByAzure =
  /^(networkwatcherrg|defaultresourcegroup-.+|mc_.+|azurebackuprg_.+|databricks-rg-.+|cloud-shell-storage-.+|managed-?rg-.+)$/i

export type Why = 'createdByAzure' | 'createdManually' | 'createdByApplication' | 'unknown'

export interface Maker {
  why: Why
  /** The user principal name of a person or the object id of an application */
  caller: string | null
  name: string | null
  at: string | null
}

export function makersOf(events: readonly ActivityEvent[]): Map<string, ActivityEvent> {
  const makers = new Map<string, ActivityEvent>()
  for (const event of events) {
    const name = event.resourceGroupName?.toLowerCase()
    if (name && event.subStatus?.value?.toLowerCase() === 'created') makers.set(name, event)
  }
  return makers
}

export function creatorOf(group: Pick<ResourceGroup, 'name' | 'managedBy'>, event: ActivityEvent | undefined): Maker {
  const { caller = null } = event ?? {}
  const who = { caller, name: event?.claims?.name ?? null, at: event?.eventTimestamp ?? null }
  if (group.managedBy || createdByAzure.test(group.name)) return { why: 'createdByAzure', ...who }
  if (caller === null) return { why: 'unknown', ...who }
  return { why: caller.includes('@') ? 'createdManually' : 'createdByApplication', ...who }
}
