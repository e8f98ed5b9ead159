import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { withCallGuard } from '../clients/withCallGuard.ts'
import { inTransaction } from '../db/database.ts'
import { withCause } from '../db/executionContext.ts'
import { updateRow } from '../db/rows.ts'
import { span } from '../telemetry/span.ts'
import {
  type Claim,
  clearedErrorColumns,
  fence,
  lostRunMessage,
  publishRunChange,
  RunLockLostError,
  type RunnerContext,
  releaseClaim,
  sleep,
} from './claim.ts'
import { isRunLocked, lockRun } from './runLock.ts'
import { runStep, startStep } from './runStep.ts'

/** Tolerated difference between the clocks of replicas. */
const dueToleranceMs = 5_000

/**
 * Continues a run until it ends, waits or fails. While this process lives, a lock excludes other processes. If this worker is wrongly
 * believed to be dead, the epoch blocks its writes and the guard blocks its external calls.
 */
export async function continueRun(context: RunnerContext, runId: string, signal: AbortSignal): Promise<void> {
  const lock = await lockRun(context.databaseUrl, runId)
  if (!lock) return
  const checkLock = () => {
    if (!lock.isHeld()) throw new RunLockLostError()
  }
  try {
    await withCause(runId, () => withCallGuard(checkLock, () => runSteps(context, runId, signal)))
  } catch (error) {
    // The error is thrown again so that the job is retried, because no other worker might have the run.
    if (error instanceof RunLockLostError) context.log.warn({ runId }, lostRunMessage)
    throw error
  } finally {
    await lock.release()
  }
}

async function runSteps(context: RunnerContext, runId: string, signal: AbortSignal): Promise<void> {
  const { db, now } = context
  const run =
    (await claimRun(context, runId, true)) ?? ((await waitUntilDue(context, runId, signal)) ? await claimRun(context, runId) : undefined)
  if (!run) return
  const workflow = context.workflows[run.kind]
  if (!workflow) throw new Error(`there is no workflow ${run.kind}`)
  const claim = { runId, epoch: run.epoch, subjectKind: run.subject_kind, subjectId: run.subject_id, input: run.input, workflow }
  // The worker of the run that this rollback reverses might still be in an external call. It detects that it lost the run only at its next
  // write.
  if (run.undoes && (await isRunLocked(db, run.undoes))) return await waitForUnfinished(context, claim)
  // Other code can change the steps of a claimed run only if it also takes over the claim.
  const rows = await db.selectFrom('work_steps').selectAll().where('run_id', '=', runId).orderBy('position').execute()
  const outputs = new Map(rows.flatMap(({ name, output }) => (output === null ? [] : [[name, output]])))
  const openSteps = workflow.steps.flatMap((step, position) => {
    const row = rows[position]
    if (!row) throw new Error(`the run has no step ${step.name}`)
    return row.status === 'succeeded' || row.status === 'skipped' ? [] : [{ ...step, row }]
  })
  if (openSteps[0] && !signal.aborted) await startStep(context, claim, openSteps[0].row)
  for (const [n, openStep] of openSteps.entries()) {
    if (signal.aborted) return await releaseClaim(context, claim)
    const step = { ...openStep, next: openSteps[n + 1]?.row }
    const spanCall = { attributes: { 'slipway.workflow': run.kind, 'slipway.run_id': runId }, cause: run.trace ?? undefined }
    if (!(await span(step.name, spanCall, () => runStep(context, claim, step, outputs, signal)))) return
  }
  await inTransaction(db, async (tx) => {
    await fence(tx, claim)
    await updateRow(tx, 'work_runs', runId, { status: 'succeeded', ended_at: now(), updated_at: now(), ...clearedErrorColumns })
    await workflow.succeeded({ db: tx, jobs: context.jobs, runId, subjectId: run.subject_id, input: run.input, now: now() })
    await publishRunChange(tx, claim)
  })
}

function claimRun({ db, now }: RunnerContext, runId: string, requireDue = false) {
  return db
    .updateTable('work_runs')
    .set((eb) => ({
      epoch: sql`epoch + 1`,
      status: 'running',
      started_at: eb.fn.coalesce('started_at', sql<Date>`${now()}`),
      updated_at: now(),
    }))
    .where('id', '=', runId)
    .where('status', 'in', ['queued', 'running', 'waiting'])
    .$if(requireDue, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('work_steps').select('run_id').where('run_id', '=', runId).where('next_attempt_at', '>', now()))),
      ),
    )
    .returningAll()
    .executeTakeFirst()
}

const unfinishedPollMs = 500

async function waitForUnfinished(context: RunnerContext, claim: Claim): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await fence(tx, claim)
    await sleep(context, tx, claim, unfinishedPollMs)
  })
}

/** A job that comes long before the run is due is not needed, because a job for the due time was written together with that time. */
async function waitUntilDue({ db, now }: RunnerContext, runId: string, signal: AbortSignal): Promise<boolean> {
  const step = await db
    .selectFrom('work_steps')
    .select('next_attempt_at')
    .where('run_id', '=', runId)
    .where('next_attempt_at', '>', now())
    .executeTakeFirst()
  const earlyMs = step?.next_attempt_at ? step.next_attempt_at.getTime() - now().getTime() : 0
  if (earlyMs > dueToleranceMs) return false
  if (earlyMs > 0) await delay(earlyMs, undefined, { signal })
  return true
}

/** Enqueues a job for every idle run that should have a job, because the job was lost. An unnecessary job is harmless. */
export async function resumeLostRuns(context: Pick<RunnerContext, 'db' | 'jobs' | 'now'>): Promise<void> {
  const { db, jobs, now } = context
  const quietSince = new Date(now().getTime() - 60_000)
  const lostRuns = await db
    .selectFrom('work_runs')
    .select('id')
    .where('status', 'in', ['queued', 'running', 'waiting'])
    .where('updated_at', '<', quietSince)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('work_steps').select('run_id').whereRef('run_id', '=', 'work_runs.id').where('next_attempt_at', '>', quietSince)),
      ),
    )
    .orderBy('updated_at')
    .limit(100)
    .execute()
  for (const { id } of lostRuns) await jobs.send(db, 'work', { runId: id })
}
