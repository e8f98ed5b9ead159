import type { Clients } from '../clients/clients.ts'
import type { Db } from '../db/database.ts'
import type { StageRule } from '../db/tables.ts'
import { storeGroupMembers } from './storeGroupMembers.ts'

const cacheTtlMs = 15_000
const deadlineMs = 3_000

/**
 * Refreshes the members of approver groups before a vote, each group once. If the directory is too slow, the last known members are used,
 * which are at most as old as the last sync.
 */
export async function refreshApproverGroups(
  { db, clients, now }: { db: Db; clients: Clients; now: () => Date },
  ...approvalIds: string[]
): Promise<void> {
  const at = now()
  const stages = await db
    .selectFrom('approval_stages')
    .select(['rule', 'alternates'])
    .where('approval_id', 'in', approvalIds)
    .where('status', 'in', ['open', 'waiting'])
    .execute()
  const ids = [...new Set(stages.flatMap(({ rule, alternates }) => [...groupsOf(rule), ...(alternates ? groupsOf(alternates) : [])]))]
  if (ids.length === 0) return
  const stale = await db
    .selectFrom('directory_groups')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', new Date(at.getTime() - cacheTtlMs))]))
    .execute()
  const refresh = Promise.allSettled(stale.map(async ({ id }) => storeGroupMembers(db, id, await clients.graph.listGroupMembers(id), at)))
  await Promise.race([refresh, new Promise((resolve) => setTimeout(resolve, deadlineMs).unref())])
}

export function groupsOf(rule: StageRule): string[] {
  const groupIds = [rule.groupId, rule.fallbackGroupId, ...(rule.groupIds ?? [])].filter((id): id is string => id !== undefined)
  return [...groupIds, ...(rule.of ?? []).flatMap(groupsOf)]
}
