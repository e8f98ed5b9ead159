import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { notify } from '../notifications/notify.ts'
import { isAbsentByCalendar } from './absence.ts'

/**
 * Returns the approvers of the open stage who have not voted. With `presentAt`, people who are absent at that time, or whose
 * seat a delegate or another person can use, are left out.
 */
export async function loadPendingApprovers(db: Db, approvalId: string, presentAt?: Date) {
  const pendingApprovers = await db
    .selectFrom('stage_approvers as sa')
    .innerJoin('approval_stages as s', (join) => join.onRef('s.approval_id', '=', 'sa.approval_id').onRef('s.stage', '=', 'sa.stage'))
    .select(['sa.person_id', 'sa.stage', 'sa.on_behalf_of'])
    .where('sa.approval_id', '=', approvalId)
    .where('s.status', '=', 'open')
    .where(
      sql<boolean>`not exists (select from stage_votes(sa.approval_id, sa.stage, ${presentAt ?? sql`now()`}) v
        join people voter on voter.id = v.approver_id join people me on me.id = sa.person_id
        join people holder on holder.id = coalesce(sa.on_behalf_of, sa.person_id)
        where identity_key(voter) = identity_key(me) or v.counts and v.seat = identity_key(holder))`,
    )
    .$if(presentAt !== undefined, (query) => query.where(sql<boolean>`not ${isAbsentByCalendar(sql`sa.person_id`, presentAt!)}`))
    .execute()
  return presentAt
    ? pendingApprovers.filter(({ person_id }) => !pendingApprovers.some(({ on_behalf_of }) => on_behalf_of === person_id))
    : pendingApprovers
}

export async function notifyApprovers(
  db: Db,
  approvalId: string,
  notification: { title: string; body: string },
  presentAt?: Date,
): Promise<void> {
  const pendingApprovers = await loadPendingApprovers(db, approvalId, presentAt)
  await notify(
    db,
    pendingApprovers.map((row) => row.person_id),
    {
      kind: 'decisionNeeded',
      subjectKind: 'approval',
      subjectId: approvalId,
      ...notification,
      key: `decide:${approvalId}:${pendingApprovers[0]?.stage ?? 0}`,
    },
  )
}
