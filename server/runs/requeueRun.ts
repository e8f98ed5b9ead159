import type { Db } from '../db/database.ts'
import { updateRow } from '../db/rows.ts'
import { Failure } from '../errors.ts'
import { clearedErrorColumns } from '../workflows/claim.ts'
import type { Jobs } from '../workflows/jobs.ts'

export const notStuck = (status: string) =>
  `This step is ${status}. You can retry or skip a step only if it has failed or is waiting. Nothing was changed.`

/** @throws notFound, wrongState */
export async function lockStuckStep(db: Db, runId: string, name: string) {
  const run = await db.selectFrom('work_runs').selectAll().where('id', '=', runId).forUpdate().executeTakeFirst()
  const step =
    run &&
    (await db.selectFrom('work_steps').selectAll().where('run_id', '=', runId).where('name', '=', name).forUpdate().executeTakeFirst())
  if (!run || !step) throw new Failure('notFound', 'This step doesn’t exist.')
  if ((run.status !== 'failed' && run.status !== 'waiting') || (step.status !== 'failed' && step.status !== 'waiting'))
    throw new Failure('wrongState', notStuck(step.status))
  return { run, step }
}

export async function restartStep(db: Db, step: { run_id: string; position: number }): Promise<void> {
  await db
    .updateTable('work_steps')
    .set({ status: 'pending', attempts: 0, started_at: null, ended_at: null, next_attempt_at: null, error: null, note: null })
    .where('run_id', '=', step.run_id)
    .where('position', '=', step.position)
    .execute()
}

/** Queues the run again and sets a failed account back to `provisioning`. @throws wrongState if the account has been deleted */
export async function requeueRun(
  db: Db,
  jobs: Jobs,
  run: { id: string; subject_id: string; subject_kind: string; undoes?: string | null },
  now: Date,
): Promise<void> {
  await updateRow(db, 'work_runs', run.id, { status: 'queued', updated_at: now, ended_at: null, ...clearedErrorColumns })
  // A rollback must complete even if the account has been deleted.
  if (run.undoes) return await jobs.send(db, 'work', { runId: run.id })
  await db
    .updateTable('accounts')
    .set({ status: 'provisioning' })
    .where('request_id', '=', run.subject_id)
    .where('status', '=', 'failed')
    .execute()
  // This read must come after the update above, because the update waits for a deletion in progress.
  const deleted = await db
    .selectFrom('accounts')
    .select('id')
    .where((expression) =>
      expression.or([
        expression('request_id', '=', run.subject_id),
        expression('id', 'in', expression.selectFrom('account_updates').select('account_id').where('id', '=', run.subject_id)),
      ]),
    )
    .where('status', '=', 'deleted')
    .executeTakeFirst()
  if (deleted) throw new Failure('wrongState', 'This account has been deleted, so the run can’t continue. Nothing was changed.')
  await jobs.send(db, 'work', { runId: run.id })
}
