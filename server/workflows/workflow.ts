import type { Clients } from '../clients/clients.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { Jobs } from './jobs.ts'

/** Context of a step. Steps are idempotent, because a crash can repeat any of them from the start. */
export interface StepContext<Input> {
  db: Db
  jobs: Jobs
  clients: Clients
  config: Config
  runId: string
  subjectId: string
  input: Input
  /** Returns an earlier step's output. @throws if it has none, because the order of steps is wrong. */
  output<T>(step: string): T
  /** This step's checkpoint between attempts, such as the address of a long-running operation. */
  checkpoint: Record<string, unknown>
  /** Saves the checkpoint, fenced: a worker that lost the run can't write. */
  remember(checkpoint: Record<string, unknown>): Promise<void>
  attempt: number
  now: () => Date
  signal: AbortSignal
}

/**
 * Means “not done yet”: the step is polled again. It is not an error, so it counts no attempt. The runner chooses the delay unless the
 * service sets one.
 */
export class Wait {
  readonly note: string
  readonly afterMs: number | undefined
  /** Timeout in minutes, if it differs from the step's. */
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
  /** How long the step can wait for outside systems before it needs a person. Default 60. */
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
// Each workflow has its own input; the runner only passes it from the row to the steps.
// biome-ignore lint/suspicious/noExplicitAny: existential type
export type AnyWorkflow = Workflow<any>
