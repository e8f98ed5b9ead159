import { sql } from 'kysely'
import pg from 'pg'
import { recordSystemEvent } from '../audit/recordSystemEvent.ts'
import { ExternalError } from '../clients/externalError.ts'
import { inTransaction } from '../db/database.ts'
import { updateRow } from '../db/rows.ts'
import type { StepError } from '../db/tables.ts'
import { type Claim, fence, publishRunChange, type RunnerContext, sleep } from './claim.ts'
import { NonRetryableError, type Step } from './workflow.ts'

/** Number of attempts before a step needs a person. Together with the backoff below, this is about 25 minutes. */
const maxAttempts = 12
const firstRetrySeconds = 2
const maxRetrySeconds = 300

export function describeError(error: unknown): StepError & { retryAfterMs?: number } {
  if (error instanceof NonRetryableError)
    return { code: error.code, message: error.message, retryable: false, ...externalResponse(error.cause) }
  if (error instanceof ExternalError)
    return {
      // The code contains the name of the permission, so that the cockpit groups errors with the same fix.
      code: error.missing ? `missingPermission ${error.missing.name}`.slice(0, 100) : error.code,
      message: error.message,
      retryable: error.retryable,
      ...externalResponse(error),
      ...(error.retryAfterMs === undefined ? {} : { retryAfterMs: error.retryAfterMs }),
    }
  if (error instanceof pg.DatabaseError)
    return { code: 'database', message: 'Slipway’s database rejected a change of this step.', retryable: true }
  return { code: 'unexpected', message: 'An unexpected error stopped this step.', retryable: true }
}

/** The response of the external service, for administrators. An error that ends the retries keeps the response that caused it. */
function externalResponse(error: unknown): Omit<StepError, 'code' | 'message' | 'retryable'> {
  if (!(error instanceof ExternalError)) return {}
  const { service, status, requestId, excerpt } = error
  return {
    service,
    ...(status === undefined ? {} : { status }),
    ...(requestId === undefined ? {} : { requestId: requestId.slice(0, 200) }),
    ...(excerpt === undefined ? {} : { excerpt }),
  }
}

export function failedStepColumns(step: string, error: StepError, now: Date) {
  return {
    at_step: step,
    stuck_since: sql<Date>`coalesce(stuck_since, ${now})`,
    cause_service: error.service?.slice(0, 60) ?? null,
    cause_code: error.code.slice(0, 100),
    cause_text: error.message.slice(0, 1_000),
  }
}

export async function failStep(
  context: RunnerContext,
  claim: Claim,
  step: Step<Record<string, unknown>>,
  position: number,
  attempt: number,
  cause: unknown,
): Promise<void> {
  const { now } = context
  const { retryAfterMs, ...error } = describeError(cause)
  if (cause instanceof ExternalError) context.clients.watch.permissionDenied(cause, now().getTime())
  const abandon = !error.retryable || attempt >= maxAttempts
  context.log[attempt === 1 || abandon ? 'warn' : 'info']({ runId: claim.runId, step: step.name, attempt, err: cause }, 'a step failed')
  const backoff = Math.min(maxRetrySeconds, firstRetrySeconds * 2 ** (attempt - 1)) * (0.75 + Math.random() / 2)
  const afterMs = retryAfterMs ?? backoff * 1_000
  const at = new Date(now().getTime() + afterMs)
  await inTransaction(context.db, async (tx) => {
    await fence(tx, claim)
    await tx
      .updateTable('work_steps')
      .set({
        status: abandon ? 'failed' : 'waiting',
        attempts: attempt,
        next_attempt_at: abandon ? null : at,
        error: JSON.stringify(error),
        note: null,
        ended_at: abandon ? now() : null,
      })
      .where('run_id', '=', claim.runId)
      .where('position', '=', position)
      .execute()
    if (abandon) {
      await updateRow(tx, 'work_runs', claim.runId, { status: 'failed', updated_at: now(), ...failedStepColumns(step.name, error, now()) })
      await recordSystemEvent(tx, {
        action: 'runFailed',
        subject: { kind: claim.subjectKind, id: claim.subjectId },
        after: { run: claim.runId, work: claim.workflow.kind, step: step.name, attempt, code: error.code },
        reason: `“${step.title}”: ${error.message}`,
        outcome: 'failed',
      })
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
    } else await sleep(context, tx, claim, afterMs, failedStepColumns(step.name, error, now()))
    await publishRunChange(tx, claim)
  })
}
