import type { Db } from '../db/database.ts'
import { notify } from '../features/notifications/notify.ts'

/** Leaves a notice for everyone who may decide on the open stage. */
export async function tellApprovers(db: Db, approvalId: string, notice: { title: string; body: string }): Promise<void> {
  const open = await db
    .selectFrom('stage_approvers as sa')
    .innerJoin('approval_stages as s', (join) => join.onRef('s.approval_id', '=', 'sa.approval_id').onRef('s.stage', '=', 'sa.stage'))
    .select(['sa.person_id', 'sa.stage'])
    .where('sa.approval_id', '=', approvalId)
    .where('s.status', '=', 'open')
    .execute()
  await notify(
    db,
    open.map((row) => row.person_id),
    {
      kind: 'decisionNeeded',
      subjectKind: 'approval',
      subjectId: approvalId,
      ...notice,
      key: `decide:${approvalId}:${open[0]?.stage ?? 0}`,
    },
  )
}
