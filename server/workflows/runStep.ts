import { inTransaction } from '../db/database.ts'
import { announceRun, type Claim, fence, handBack, LostRun, notStuck, type RunnerContext, sleep } from './claim.ts'
import { pollDelayMs } from './pollDelay.ts'
import { describeError, stepFailed, stuckWith } from './stepFailed.ts'
import { NonRetryableError, type Step, type StepContext, Wait } from './workflow.ts'

const defaultTimeoutMinutes = 60

export async function runStep(
  context: RunnerContext,
  claim: Claim,
  step: Step<Record<string, unknown>>,
  position: number,
  row: { attempts: number; checkpoint: Record<string, unknown>; started_at: Date | null },
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
    result = await step.run(await stepContext(context, claim, position, row.checkpoint, attempt, signal))
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
    const timeout = result.timeoutMinutes ?? step.timeoutMinutes ?? defaultTimeoutMinutes
    const takenMs = now().getTime() - (row.started_at ?? now()).getTime()
    if (takenMs < timeout * 60_000) await stepWaits(context, claim, position, result, takenMs)
    else
      await stepFailed(
        context,
        claim,
        step,
        position,
        attempt,
        new NonRetryableError(
          'tookTooLong',
          `${result.note} This has taken more than ${toText(timeout)}. Check the cause, then retry the step.`,
        ),
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
    const next = claim.workflow.steps[position + 1]?.name ?? null
    await tx
      .updateTable('work_runs')
      .set({ updated_at: now(), at_step: next, ...notStuck })
      .where('id', '=', claim.runId)
      .execute()
    await announceRun(tx, claim)
  })
  return true
}

const toText = (minutes: number) => (minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`)

async function stepContext(
  context: RunnerContext,
  claim: Claim,
  position: number,
  checkpoint: Record<string, unknown>,
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
    jobs: context.jobs,
    clients: context.clients,
    config: context.config,
    runId: claim.runId,
    subjectId: claim.subjectId,
    input: claim.input,
    checkpoint: { ...checkpoint },
    attempt,
    now: context.now,
    signal,
    output<T>(step: string): T {
      const found = outputs.get(step)
      if (!found) throw new NonRetryableError('missingOutput', `The step “${step}” was skipped or has no output, which this step needs.`)
      return found as T
    },
    async remember(next) {
      own.checkpoint = next
      await inTransaction(context.db, async (tx) => {
        await fence(tx, claim)
        await tx
          .updateTable('work_steps')
          .set({ checkpoint: JSON.stringify(next) })
          .where('run_id', '=', claim.runId)
          .where('position', '=', position)
          .execute()
      })
    },
  }
  return own
}

async function stepWaits(context: RunnerContext, claim: Claim, position: number, wait: Wait, takenMs: number): Promise<void> {
  const afterMs = wait.afterMs ?? pollDelayMs(takenMs)
  const at = new Date(context.now().getTime() + afterMs)
  await inTransaction(context.db, async (tx) => {
    await fence(tx, claim)
    await tx
      .updateTable('work_steps')
      .set({ status: 'waiting', next_attempt_at: at, note: wait.note, error: null })
      .where('run_id', '=', claim.runId)
      .where('position', '=', position)
      .execute()
    await sleep(
      context,
      tx,
      claim,
      afterMs,
      wait.cause ? stuckWith(claim.workflow.steps[position]!.name, describeError(wait.cause), context.now()) : notStuck,
    )
    await announceRun(tx, claim)
  })
}
