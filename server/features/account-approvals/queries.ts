import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../access/actor.ts'
import { readApprovals } from '../../approvals/presentApproval.ts'
import type { Db } from '../../db/database.ts'
import { readSummaries } from '../account-requests/queries.ts'
import type { ApprovalItem } from './schemas.ts'

/** Approvals with the requests they are about: two queries, however many there are. */
export async function readApprovalItems(
  db: Db,
  actor: Person,
  where: RawBuilder<boolean>,
  order?: RawBuilder<unknown>,
  limit?: number,
): Promise<Static<typeof ApprovalItem>[]> {
  const approvals = await readApprovals(db, actor, where, order, limit)
  const requests = await readSummaries(
    db,
    approvals.filter((approval) => approval.subjectKind === 'accountRequest').map((approval) => approval.subjectId),
  )
  const byId = new Map(requests.map((request) => [request.id, request]))
  return approvals.map((approval) => ({ ...approval, request: byId.get(approval.subjectId) ?? null }))
}

/** Pending, and this person's vote is wanted at the open stage now. */
export function waitsFor(actor: Person): RawBuilder<boolean> {
  return sql<boolean>`a.status = 'pending' and a.requester_id <> ${actor.id}
    and exists (select 1 from stage_approvers sa where sa.approval_id = a.id and sa.stage = a.stage and sa.person_id = ${actor.id})
    and not exists (select 1 from approval_decisions d where d.approval_id = a.id and d.stage = a.stage and d.approver_id = ${actor.id})`
}
