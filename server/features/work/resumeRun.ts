import type { Db } from '../../db/database.ts'
import { Failure } from '../../http/errors.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { reopenAction } from '../sandbox-work/reopen.ts'
import { sandboxActionKind } from '../sandbox-work/start.ts'

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

/** Sends the run on its way again; an account or a sandbox that had failed is being set up again. @throws wrongState when there is nothing left to do for it */
export async function resumeRun(
  db: Db,
  jobs: Jobs,
  run: { id: string; subject_id: string; subject_kind: string },
  now: Date,
): Promise<void> {
  if (run.subject_kind === sandboxActionKind) await reopenAction(db, run.subject_id, now)
  await db.updateTable('work_runs').set({ status: 'queued', updated_at: now, ended_at: null }).where('id', '=', run.id).execute()
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
