import { sql } from 'kysely'
import { withdrawPending } from '../../../../approvals/withdrawPending.ts'
import type { Db } from '../../../../db/database.ts'
import { auditEnding, markRevoking } from './markRevoking.ts'

interface Group {
  id: string
  name: string
  account_id: string | null
  sandbox_id: string | null
}

/** A group that is marked for deletion: requests for it are withdrawn, and the access of its members ends. */
export async function endEverythingOf(db: Db, group: Group, now: Date): Promise<{ requests: number; assignments: number }> {
  const requests = await withdrawPending(db, { group_id: [group.id] }, now)
  // Their memberships go with the group, all at once; its run ends them.
  const assignments = await markRevoking(db, sql<boolean>`group_id = ${group.id}`, now)
  await auditEnding(db, assignments, 'accessWithdrawn', `The group ${group.name} is being deleted.`)
  return { requests: requests.length, assignments: assignments.length }
}
