import type { Clients } from '../../clients/clients.ts'
import type { Db } from '../../db/database.ts'
import { storeGroupMembers } from './syncDirectory.ts'

const freshMs = 15_000
const deadlineMs = 3_000

/**
 * Before a vote: the members of the groups that may decide on this approval, as the directory has them now.
 * When the directory does not answer in time the last known members count; they are never older than the last sync.
 */
export async function refreshApproverGroups(db: Db, clients: Clients, approvalId: string): Promise<void> {
  const stages = await db
    .selectFrom('approval_stages')
    .select('rule')
    .where('approval_id', '=', approvalId)
    .where('status', 'in', ['open', 'waiting'])
    .execute()
  const ids = [
    ...new Set(
      stages.flatMap(({ rule }) =>
        [rule.groupId, rule.fallbackGroupId, ...(rule.groupIds ?? [])].filter((id): id is string => id !== undefined),
      ),
    ),
  ]
  if (ids.length === 0) return
  const stale = await db
    .selectFrom('directory_groups')
    .select('id')
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', new Date(Date.now() - freshMs))]))
    .execute()
  const refresh = Promise.allSettled(stale.map(async ({ id }) => storeGroupMembers(db, id, await clients.graph.listGroupMembers(id))))
  await Promise.race([refresh, new Promise((resolve) => setTimeout(resolve, deadlineMs).unref())])
}
