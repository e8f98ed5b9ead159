import type { Selectable } from 'kysely'
import { inTransaction } from '../db/database.ts'
import type { Database } from '../db/tables.ts'
import { type Claim, clearedErrorColumns, RunLockLostError, type RunnerContext, releaseClaim } from './claim.ts'
import { describeError, failedStepColumns, failStep } from './failStep.ts'
import { fencedWrite } from './fencedWrite.ts'
import { pollDelayMs } from './pollDelay.ts'
import { NonRetryableError, type Step, type StepContext, Wait } from './workflow.ts'

const defaultTimeoutMinutes = 60

type Row = Selectable<Database['work_steps']>
type OpenStep = Step<Record<string, unknown>> & {
  row: Row
  /** The next step starts in the same statement that records the end of this step. */
  next: Row | undefined
}

const startedColumns = (row: Row, now: Date) => ({
  position: row.position,
  set: { status: 'running' as const, started_at: row.started_at ?? now, next_attempt_at: null },
})

export function startStep({ db, now }: RunnerContext, claim: Claim, row: Row): Promise<void> {
  return fencedWrite(db, claim, { steps: [startedColumns(row, now())] })
}

/**
 * Carries out a step that has started.
 * @returns false if the worker must stop working on the run
 */
export async function runStep(
  context: RunnerContext,
  claim: Claim,
  step: OpenStep,
  outputs: Map<string, Record<string, unknown>>,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, now } = context
  const { row, next } = step
  const { position } = row
  const attempt = row.attempts + 1
  let result: Record<string, unknown> | Wait | undefined
  try {
    result = await step.run(stepContext(context, claim, row, outputs, signal))
  } catch (error) {
    if (error instanceof RunLockLostError) throw error
    if (signal.aborted) {
      await releaseClaim(context, claim)
      return false
    }
    await failStep(context, claim, step, position, attempt, error)
    return false
  }
  if (result instanceof Wait) {
    const timeout = result.timeoutMinutes ?? step.timeoutMinutes ?? defaultTimeoutMinutes
    const elapsedMs = now().getTime() - (row.started_at ?? now()).getTime()
    if (elapsedMs < timeout * 60_000) await recordStepWait(context, claim, position, result, elapsedMs)
    else
      await failStep(
        context,
        claim,
        step,
        position,
        attempt,
        new NonRetryableError(
          'tookTooLong',
          `${result.note} This has taken more than ${formatTimeout(timeout)}. Fix the cause, then retry the step.`,
        ),
      )
    return false
  }
  const output = result ?? {}
  const endedColumns = { status: 'succeeded' as const, attempts: attempt, ended_at: now(), error: null, note: null }
  await fencedWrite(db, claim, {
    steps: [
      { position, set: { ...endedColumns, output: JSON.stringify(output) } },
      ...(next && !signal.aborted ? [startedColumns(next, now())] : []),
    ],
    run: { updated_at: now(), at_step: next?.name ?? null, ...clearedErrorColumns },
  })
  outputs.set(row.name, output)
  return true
}

const formatTimeout = (minutes: number) => (minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`)

function stepContext(
  context: RunnerContext,
  claim: Claim,
  { position, checkpoint, attempts }: Row,
  outputs: ReadonlyMap<string, Record<string, unknown>>,
  signal: AbortSignal,
): StepContext<Record<string, unknown>> {
  const baseContext: StepContext<Record<string, unknown>> = {
    db: context.db,
    jobs: context.jobs,
    clients: context.clients,
    config: context.config,
    runId: claim.runId,
    subjectId: claim.subjectId,
    input: claim.input,
    checkpoint: { ...checkpoint },
    attempt: attempts + 1,
    now: context.now,
    signal,
    output<T>(step: string): T {
      const stepOutput = outputs.get(step)
      if (!stepOutput)
        throw new NonRetryableError('missingOutput', `The step “${step}” was skipped or has no output, which this step needs.`)
      return stepOutput as T
    },
    async saveCheckpoint(next) {
      baseContext.checkpoint = next
      await fencedWrite(context.db, claim, { steps: [{ position, set: { checkpoint: JSON.stringify(next) } }] })
    },
  }
  return baseContext
}

async function recordStepWait(context: RunnerContext, claim: Claim, position: number, wait: Wait, elapsedMs: number): Promise<void> {
  const afterMs = wait.afterMs ?? pollDelayMs(elapsedMs)
  const at = new Date(context.now().getTime() + afterMs)
  const cause = wait.cause
    ? failedStepColumns(claim.workflow.steps[position]!.name, describeError(wait.cause), context.now())
    : clearedErrorColumns
  await inTransaction(context.db, async (tx) => {
    await fencedWrite(tx, claim, {
      steps: [{ position, set: { status: 'waiting', next_attempt_at: at, note: wait.note, error: null } }],
      run: { status: 'waiting', updated_at: context.now(), ...cause },
    })
    await context.jobs.send(tx, 'work', { runId: claim.runId }, { afterMs })
  })
}
