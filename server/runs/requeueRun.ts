import type { Db } from '../db/database.ts'
import { Failure } from '../errors.ts'
import { notStuck } from '../workflows/claim.ts'
import type { Jobs } from '../workflows/jobs.ts'

/** Locks a run and one of its steps for a change by hand. @throws notFound, wrongState */
export async function lockStuckStep(db: Db, runId: string, name: string) {
  const run = await db.selectFrom('work_runs').selectAll().where('id', '=', runId).forUpdate().executeTakeFirst()
  const step =
    run &&
    (await db.selectFrom('work_steps').selectAll().where('run_id', '=', runId).where('name', '=', name).forUpdate().executeTakeFirst())
  if (!run || !step) throw new Failure('notFound', 'There is no such step.')
  if ((run.status !== 'failed' && run.status !== 'waiting') || (step.status !== 'failed' && step.status !== 'waiting'))
    throw new Failure('wrongState', `This step is ${step.status}; only one that failed or waits can be moved by hand.`)
  return { run, step }
}

/** The step begins anew, with all its tries before it. */
export async function startAfresh(db: Db, step: { run_id: string; position: number }): Promise<void> {
  await db
    .updateTable('work_steps')
    .set({ status: 'pending', attempts: 0, started_at: null, ended_at: null, next_attempt_at: null, error: null, note: null })
    .where('run_id', '=', step.run_id)
    .where('position', '=', step.position)
    .execute()
}

/** Sends the run on its way again; an account that had failed is being set up again. @throws wrongState when there is nothing left to do for it */
export async function requeueRun(
  db: Db,
  jobs: Jobs,
  run: { id: string; subject_id: string; subject_kind: string; undoes?: string | null },
  now: Date,
): Promise<void> {
  await db
    .updateTable('work_runs')
    .set({ status: 'queued', updated_at: now, ended_at: null, ...notStuck })
    .where('id', '=', run.id)
    .execute()
  // What takes back is wanted whatever has become of the account.
  if (run.undoes) return await jobs.send(db, 'work', { runId: run.id })
  await db
    .updateTable('accounts')
    .set({ status: 'provisioning' })
    .where('request_id', '=', run.subject_id)
    .where('status', '=', 'failed')
    .execute()
  // After the update above, which waits for whoever is deleting it at this moment.
  const deleted = await db
    .selectFrom('accounts')
    .select('id')
    .where((where) =>
      where.or([
        where('request_id', '=', run.subject_id),
        where('id', 'in', where.selectFrom('account_updates').select('account_id').where('id', '=', run.subject_id)),
      ]),
    )
    .where('status', '=', 'deleted')
    .executeTakeFirst()
  if (deleted) throw new Failure('wrongState', 'The account has been deleted, so there is nothing left to do for it.')
  await jobs.send(db, 'work', { runId: run.id })
}
