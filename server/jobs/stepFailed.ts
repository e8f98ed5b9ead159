import pg from 'pg'
import { OutsideError } from '../clients/outsideError.ts'
import { inTransaction } from '../db/database.ts'
import { announceRun, type Claim, fence, type RunnerContext, sleep } from './claim.ts'
import { CannotGoOn, type Step } from './workflow.ts'

/** Tries of one step before a person is asked: with the backoff below about 25 minutes. */
const maxAttempts = 12
const firstRetrySeconds = 2
const longestRetrySeconds = 300

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

/** Tries again later, or gives up and asks a person. */
export async function stepFailed(
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
        jobs: context.jobs,
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
