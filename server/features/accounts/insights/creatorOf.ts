import type { ActivityEvent } from '../../../clients/arm/armActivity.ts'
import type { ResourceGroup } from '../../../clients/arm/armResources.ts'

/** Azure's own services create these groups for their resources. */
const azureNames =
  /^(networkwatcherrg|defaultresourcegroup-.+|mc_.+|azurebackuprg_.+|databricks-rg-.+|cloud-shell-storage-.+|managed-?rg-.+)$/i

type CreatorReason = 'createdByAzure' | 'createdManually' | 'createdByApplication' | 'unknown'

interface Creator {
  origin: CreatorReason
  /** The user principal name of a person, or the object ID of an application. */
  caller: string | null
  name: string | null
  at: string | null
}

export function creatorsOf(events: readonly ActivityEvent[]): Map<string, ActivityEvent> {
  const creators = new Map<string, ActivityEvent>()
  for (const event of events) {
    const name = event.resourceGroupName?.toLowerCase()
    if (name && event.subStatus?.value?.toLowerCase() === 'created') creators.set(name, event)
  }
  return creators
}

export const isCreatedByAzure = ({ name, managedBy }: { name: string; managedBy?: string | null | undefined }): boolean =>
  Boolean(managedBy) || azureNames.test(name)

export function creatorOf(group: Pick<ResourceGroup, 'name' | 'managedBy'>, event: ActivityEvent | undefined): Creator {
  const { caller = null } = event ?? {}
  const creator = { caller, name: event?.claims?.name ?? null, at: event?.eventTimestamp ?? null }
  if (isCreatedByAzure(group)) return { origin: 'createdByAzure', ...creator }
  if (caller === null) return { origin: 'unknown', ...creator }
  return { origin: caller.includes('@') ? 'createdManually' : 'createdByApplication', ...creator }
}
