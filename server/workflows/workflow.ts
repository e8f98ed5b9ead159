import type { Clients } from '../clients/clients.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { Jobs } from './jobs.ts'

/** Context of a step. Steps are idempotent, because after a crash any step can be repeated from its start. */
export interface StepContext<Input> {
  db: Db
  jobs: Jobs
  clients: Clients
  config: Config
  runId: string
  subjectId: string
  input: Input
  /**
   * Returns the output of an earlier step.
   * @throws if the step has no output, because the order of the steps is wrong
   */
  output<T>(step: string): T
  checkpoint: Record<string, unknown>
  /** Saves the checkpoint. A worker that has lost the run can't write it. */
  saveCheckpoint(checkpoint: Record<string, unknown>): Promise<void>
  attempt: number
  now: () => Date
  signal: AbortSignal
}

/**
 * Means “not done yet”, so that the step is polled again. Waiting is not an error, so it doesn't count as an attempt. The runner chooses
 * the delay unless the service sets one.
 */
export class Wait {
  readonly note: string
  readonly afterMs: number | undefined
  /** Timeout in minutes, if it differs from the timeout of the step. */
  readonly timeoutMinutes: number | undefined
  readonly cause: unknown
  constructor(note: string, afterMs?: number, timeoutMinutes?: number, cause?: unknown) {
    this.note = note
    this.afterMs = afterMs
    this.timeoutMinutes = timeoutMinutes
    this.cause = cause
  }
}

export class NonRetryableError extends Error {
  readonly code: string
  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

export interface Step<Input> {
  name: string
  title: string
  /** The time that the step can wait for external systems, in minutes, before the run is stuck. Default 60. */
  timeoutMinutes?: number
  /** Returns an output for later steps, or `Wait`. Errors are retried with backoff unless they are marked as final. */
  run(context: StepContext<Input>): Promise<Record<string, unknown> | Wait | undefined>
}

export interface Workflow<Input = Record<string, unknown>> {
  kind: string
  steps: Step<Input>[]
  /** Runs in the transaction that records the end of the run. */
  succeeded(context: { db: Db; jobs: Jobs; runId: string; subjectId: string; input: Input; now: Date }): Promise<void>
  failed(context: {
    db: Db
    jobs: Jobs
    runId: string
    subjectId: string
    input: Input
    now: Date
    step: string
    message: string
  }): Promise<void>
}
// Each workflow has its own type of input. The runner only passes the input from the row to the steps.
// biome-ignore lint/suspicious/noExplicitAny: existential type
export type AnyWorkflow = Workflow<any>
