import { sql } from 'kysely'
import { updateRow } from '../../../../db/rows.ts'
import { Failure } from '../../../../errors.ts'
import { cancelVerdict } from '../../../../runs/cancelRules.ts'
import { clearedErrorColumns } from '../../../../workflows/claim.ts'
import type { SystemAction } from '../forEachRun.ts'
import type { CancelContext } from './cancelling.ts'
import { rollbacks } from './rollbacks.ts'

/**
 * Cancels a run in the caller's transaction and starts its rollback. The epoch is increased, so that a worker that is still executing the
 * run can no longer write.
 * @throws notFound, wrongState
 */
export async function cancelBefore(context: CancelContext, runId: string): Promise<SystemAction> {
  const { db, by, reason, now } = context
  const run = await db.selectFrom('work_runs').selectAll().where('id', '=', runId).forUpdate().executeTakeFirst()
  if (!run) throw new Failure('notFound', 'This run doesn’t exist.')
  const steps = await db
    .selectFrom('work_steps')
    .select(['name', 'status', 'title'])
    .where('run_id', '=', runId)
    .orderBy('position')
    .execute()
  const verdict = cancelVerdict(run, steps)
  if (verdict !== true) throw new Failure('wrongState', verdict)
  await db
    .updateTable('work_steps')
    .set({ status: 'skipped', ended_at: now, next_attempt_at: null, skipped_by: by.id, skip_reason: `Cancelled: ${reason}` })
    .where('run_id', '=', runId)
    .where('status', 'not in', ['succeeded', 'skipped'])
    .execute()
  await updateRow(db, 'work_runs', runId, {
    status: 'cancelled',
    epoch: sql`epoch + 1`,
    cancelled_by: by.id,
    cancelled_at: now,
    cancel_reason: reason,
    ended_at: now,
    updated_at: now,
    at_step: null,
    ...clearedErrorColumns,
  })
  await rollbacks[run.kind]!(context, run)
  const currentStep = steps.find(({ status }) => status !== 'succeeded' && status !== 'skipped')
  return {
    subject: { kind: run.subject_kind, id: run.subject_id },
    name: run.name,
    before: { run: runId, status: run.status, step: currentStep?.name ?? null },
    after: { run: runId, status: 'cancelled', reason },
  }
}
