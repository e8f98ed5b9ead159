import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Clients } from '../clients/clients.ts'
import { guardOutside } from '../clients/guardOutside.ts'
import { OutsideError } from '../clients/outsideError.ts'
import type { Config } from '../config.ts'
import { type Db, inTransaction } from '../db/database.ts'
import { announce } from './changes.ts'
import type { Jobs } from './jobs.ts'
import { lockRun } from './runLock.ts'
import { type AnyWorkflow, CannotGoOn, type Step, type StepContext, Wait } from './workflow.ts'

/** Tries of one step before a person is asked: with the backoff below about 25 minutes. */
const maxAttempts = 12
const firstRetrySeconds = 2
const longestRetrySeconds = 300
const defaultPatienceMinutes = 60
/** A step that waits is looked at again after half as long as it has taken so far: soon at first, then ever more seldom. What the service itself asks for comes first. */
const shortestWaitMs = 500
const longestWaitMs = 15_000
/** Clocks of replicas may differ by this much. */
const slightlyEarlyMs = 5_000

export interface RunnerContext {
  db: Db
  databaseUrl: string
  jobs: Jobs
  clients: Clients
  config: Config
  workflows: Record<string, AnyWorkflow>
  now: () => Date
  log: { info(details: object, text: string): void; warn(details: object, text: string): void }
}

class LostRun extends Error {}

/**
 * Carries a run as far as it goes: to its end, to a step that waits, or to one that failed.
 * A lock keeps other processes off while this one lives; the epoch keeps out the writes, and the guard the outside calls, of a worker that was only thought dead.
 */
export async function continueRun(context: RunnerContext, runId: string, signal: AbortSignal): Promise<void> {
  const lock = await lockRun(context.databaseUrl, runId)
  if (!lock) return
  const checkLock = () => {
    if (!lock.held()) throw new LostRun()
  }
  try {
    await guardOutside(checkLock, () => carryOn(context, runId, signal))
  } catch (error) {
    // Thrown on, so that the job is tried again: nobody else may have taken over.
    if (error instanceof LostRun) context.log.warn({ runId }, 'this worker was too slow to keep its run')
    throw error
  } finally {
    await lock.release()
  }
}

async function carryOn(context: RunnerContext, runId: string, signal: AbortSignal): Promise<void> {
  const { db, now } = context
  if (!(await untilDue(context, runId, signal))) return
  const run = await db
    .updateTable('work_runs')
    .set((eb) => ({
      epoch: sql`epoch + 1`,
      status: 'running',
      started_at: eb.fn.coalesce('started_at', sql<Date>`${now()}`),
      updated_at: now(),
    }))
    .where('id', '=', runId)
    .where('status', 'in', ['queued', 'running', 'waiting'])
    .returningAll()
    .executeTakeFirst()
  if (!run) return
  const workflow = context.workflows[run.kind]
  if (!workflow) throw new Error(`there is no workflow ${run.kind}`)
  const claim = { runId, epoch: run.epoch, subjectKind: run.subject_kind, subjectId: run.subject_id, input: run.input, workflow }
  for (const [position, step] of workflow.steps.entries()) {
    if (signal.aborted) return await handBack(context, claim)
    const row = await db
      .selectFrom('work_steps')
      .selectAll()
      .where('run_id', '=', runId)
      .where('position', '=', position)
      .executeTakeFirstOrThrow()
    if (row.status === 'succeeded' || row.status === 'skipped') continue
    if (!(await runStep(context, claim, step, position, row, signal))) return
  }
  await inTransaction(db, async (tx) => {
    await fence(tx, claim)
    await tx.updateTable('work_runs').set({ status: 'succeeded', ended_at: now(), updated_at: now() }).where('id', '=', runId).execute()
    await workflow.succeeded({ db: tx, runId, subjectId: run.subject_id, input: run.input, now: now() })
    await announceRun(tx, claim)
  })
}

/** A job that comes long before the run is due is one too many: the one of that time was written together with the time. */
async function untilDue({ db, now }: RunnerContext, runId: string, signal: AbortSignal): Promise<boolean> {
  const step = await db
    .selectFrom('work_steps')
    .select('next_attempt_at')
    .where('run_id', '=', runId)
    .where('next_attempt_at', '>', now())
    .executeTakeFirst()
  const earlyMs = step?.next_attempt_at ? step.next_attempt_at.getTime() - now().getTime() : 0
  if (earlyMs > slightlyEarlyMs) return false
  if (earlyMs > 0) await delay(earlyMs, undefined, { signal })
  return true
}

interface Claim {
  runId: string
  epoch: number
  subjectKind: string
  subjectId: string
  input: Record<string, unknown>
  workflow: AnyWorkflow
}

/** Locks the run's row and makes sure that it is still ours. @throws LostRun */
async function fence(db: Db, claim: Claim): Promise<void> {
  const mine = await db
    .selectFrom('work_runs')
    .select('id')
    .where('id', '=', claim.runId)
    .where('epoch', '=', claim.epoch)
    .forUpdate()
    .executeTakeFirst()
  if (!mine) throw new LostRun()
}

async function announceRun(db: Db, claim: Claim): Promise<void> {
  await announce(db, { kind: claim.subjectKind, id: claim.subjectId })
}

/** @returns whether the run may go on with the next step */
async function runStep(
  context: RunnerContext,
  claim: Claim,
  step: Step<Record<string, unknown>>,
  position: number,
  row: { attempts: number; memo: Record<string, unknown>; started_at: Date | null },
  signal: AbortSignal,
): Promise<boolean> {
  const { db, now } = context
  const attempt = row.attempts + 1
  await inTransaction(db, async (tx) => {
    await fence(tx, claim)
    await tx
      .updateTable('work_steps')
      .set({ status: 'running', started_at: row.started_at ?? now(), next_attempt_at: null })
      .where('run_id', '=', claim.runId)
      .where('position', '=', position)
      .execute()
    await announceRun(tx, claim)
  })
  let result: Record<string, unknown> | Wait | undefined
  try {
    result = await step.run(await stepContext(context, claim, position, row.memo, attempt, signal))
  } catch (error) {
    if (error instanceof LostRun) throw error
    if (signal.aborted) {
      await handBack(context, claim)
      return false
    }
    await stepFailed(context, claim, step, position, attempt, error)
    return false
  }
  if (result instanceof Wait) {
    const patience = step.patienceMinutes ?? defaultPatienceMinutes
    const takenMs = now().getTime() - (row.started_at ?? now()).getTime()
    if (takenMs < patience * 60_000) await stepWaits(context, claim, position, result, takenMs)
    else
      await stepFailed(
        context,
        claim,
        step,
        position,
        attempt,
        new CannotGoOn('tookTooLong', `${result.note} It has taken more than ${patience} minutes, so someone should look.`),
      )
    return false
  }
  const output = result ?? {}
  await inTransaction(db, async (tx) => {
    await fence(tx, claim)
    await tx
      .updateTable('work_steps')
      .set({ status: 'succeeded', attempts: attempt, ended_at: now(), output: JSON.stringify(output), error: null, note: null })
      .where('run_id', '=', claim.runId)
      .where('position', '=', position)
      .execute()
    await tx.updateTable('work_runs').set({ updated_at: now() }).where('id', '=', claim.runId).execute()
    await announceRun(tx, claim)
  })
  return true
}

async function stepContext(
  context: RunnerContext,
  claim: Claim,
  position: number,
  memo: Record<string, unknown>,
  attempt: number,
  signal: AbortSignal,
): Promise<StepContext<Record<string, unknown>>> {
  const rows = await context.db
    .selectFrom('work_steps')
    .select(['name', 'output'])
    .where('run_id', '=', claim.runId)
    .where('output', 'is not', null)
    .execute()
  const outputs = new Map(rows.map((row) => [row.name, row.output]))
  const own: StepContext<Record<string, unknown>> = {
    db: context.db,
    clients: context.clients,
    config: context.config,
    runId: claim.runId,
    subjectId: claim.subjectId,
    input: claim.input,
    memo: { ...memo },
    attempt,
    now: context.now,
    signal,
    output<T>(step: string): T {
      const found = outputs.get(step)
      if (!found) throw new CannotGoOn('missingOutput', `The step “${step}” was skipped or has left nothing behind that this one needs.`)
      return found as T
    },
    async remember(next) {
      own.memo = next
      await inTransaction(context.db, async (tx) => {
        await fence(tx, claim)
        await tx
          .updateTable('work_steps')
          .set({ memo: JSON.stringify(next) })
          .where('run_id', '=', claim.runId)
          .where('position', '=', position)
          .execute()
      })
    },
  }
  return own
}

async function stepWaits(context: RunnerContext, claim: Claim, position: number, wait: Wait, takenMs: number): Promise<void> {
  const afterMs = wait.afterMs ?? Math.min(Math.max(takenMs / 2, shortestWaitMs), longestWaitMs)
  const at = new Date(context.now().getTime() + afterMs)
  await inTransaction(context.db, async (tx) => {
    await fence(tx, claim)
    await tx
      .updateTable('work_steps')
      .set({ status: 'waiting', next_attempt_at: at, note: wait.note, error: null })
      .where('run_id', '=', claim.runId)
      .where('position', '=', position)
      .execute()
    await sleep(context, tx, claim, afterMs)
    await announceRun(tx, claim)
  })
}

async function sleep(context: RunnerContext, db: Db, claim: Claim, afterMs: number): Promise<void> {
  await db.updateTable('work_runs').set({ status: 'waiting', updated_at: context.now() }).where('id', '=', claim.runId).execute()
  await context.jobs.send(db, 'work', { runId: claim.runId }, { afterMs })
}

/** Shutting down: the run goes back to the queue and another process, or the next start, takes it. */
async function handBack(context: RunnerContext, claim: Claim): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    await fence(tx, claim)
    await sleep(context, tx, claim, 0)
  })
}

/** What went wrong in words, and whether trying again can help. */
export function describeError(error: unknown): { code: string; message: string; retryable: boolean; retryAfterMs?: number } {
  if (error instanceof CannotGoOn) return { code: error.code, message: error.message, retryable: false }
  if (error instanceof OutsideError)
    return {
      code: error.code,
      message: error.message,
      retryable: error.retryable,
      ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    }
  if (error instanceof pg.DatabaseError) return { code: 'database', message: 'Slipway’s own database refused the step.', retryable: true }
  return { code: 'unexpected', message: 'An unexpected error stopped this step.', retryable: true }
}

async function stepFailed(
  context: RunnerContext,
  claim: Claim,
  step: Step<Record<string, unknown>>,
  position: number,
  attempt: number,
  cause: unknown,
): Promise<void> {
  const { now } = context
  const error = describeError(cause)
  context.log.warn({ runId: claim.runId, step: step.name, attempt, err: cause }, 'a step failed')
  const giveUp = !error.retryable || attempt >= maxAttempts
  const backoff = Math.min(longestRetrySeconds, firstRetrySeconds * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2)
  const afterMs = error.retryAfterMs ?? backoff * 1_000
  const at = new Date(now().getTime() + afterMs)
  await inTransaction(context.db, async (tx) => {
    await fence(tx, claim)
    await tx
      .updateTable('work_steps')
      .set({
        status: giveUp ? 'failed' : 'waiting',
        attempts: attempt,
        next_attempt_at: giveUp ? null : at,
        error: JSON.stringify({ code: error.code, message: error.message, retryable: error.retryable }),
        note: null,
        ended_at: giveUp ? now() : null,
      })
      .where('run_id', '=', claim.runId)
      .where('position', '=', position)
      .execute()
    if (giveUp) {
      await tx.updateTable('work_runs').set({ status: 'failed', updated_at: now() }).where('id', '=', claim.runId).execute()
      await claim.workflow.failed({
        db: tx,
        runId: claim.runId,
        subjectId: claim.subjectId,
        input: claim.input,
        now: now(),
        step: step.title,
        message: error.message,
      })
    } else await sleep(context, tx, claim, afterMs)
    await announceRun(tx, claim)
  })
}

/** Sends a job for every run that should be moving and has been quiet: its own was lost. One too many does no harm. */
export async function pickUpLostRuns(context: Pick<RunnerContext, 'db' | 'jobs' | 'now'>): Promise<void> {
  const { db, jobs, now } = context
  const quietSince = new Date(now().getTime() - 60_000)
  const lost = await db
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
  for (const { id } of lost) await jobs.send(db, 'work', { runId: id })
}
