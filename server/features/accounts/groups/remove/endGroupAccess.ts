import { sql } from 'kysely'
import { withdrawEndedRequests } from '../../../../approvals/withdrawEndedRequests.ts'
import type { Db } from '../../../../db/database.ts'
import { auditEnding, markRevoking } from './markRevoking.ts'

interface Group {
  id: string
  name: string
  account_id: string | null
  sandbox_id: string | null
}

export async function endGroupAccess(db: Db, group: Group, now: Date): Promise<{ requests: number; assignments: number }> {
  const requests = await withdrawEndedRequests(db, { group_id: [group.id] }, now)
  const assignments = await markRevoking(db, sql<boolean>`group_id = ${group.id}`, now)
  await auditEnding(db, assignments, 'accessWithdrawn', `The group ${group.name} is being deleted.`)
  return { requests: requests.length, assignments: assignments.length }
}
