import type { Clients } from '../clients/clients.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { Jobs } from './jobs.ts'

/** What a step is handed. Steps are idempotent: each may be run again from its start after any crash. */
export interface StepContext<Input> {
  db: Db
  jobs: Jobs
  clients: Clients
  config: Config
  runId: string
  subjectId: string
  input: Input
  /** What an earlier step answered. @throws when that step has no output: then the order of steps is wrong. */
  output<T>(step: string): T
  /** What this step remembered between attempts, such as where a long-running operation is polled. */
  memo: Record<string, unknown>
  /** Keeps the memo, fenced: a worker that lost the run cannot write. */
  remember(memo: Record<string, unknown>): Promise<void>
  attempt: number
  now: () => Date
  signal: AbortSignal
}

/** Not done yet: ask again later. Nothing has gone wrong, so no attempt is counted. The runner knows when, unless the service asks for a time itself. */
export class Wait {
  readonly note: string
  readonly afterMs: number | undefined
  /** How long this may last before a person is asked, where it is not what the step says. */
  readonly patienceMinutes: number | undefined
  /** What an outside service answered, where that is why it waits: those who look after work see it. */
  readonly cause: unknown
  constructor(note: string, afterMs?: number, patienceMinutes?: number, cause?: unknown) {
    this.note = note
    this.afterMs = afterMs
    this.patienceMinutes = patienceMinutes
    this.cause = cause
  }
}

/** Trying again will not help; a person has to act. */
export class CannotGoOn extends Error {
  readonly code: string
  constructor(code: string, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

export interface Step<Input> {
  name: string
  /** What it does, in words the requester understands. */
  title: string
  /** How long it may wait for something outside before a person is asked; default 60. */
  patienceMinutes?: number
  /** Answers an output for later steps, or `Wait`. Errors are retried with backoff unless they say that it is no use. */
  run(context: StepContext<Input>): Promise<Record<string, unknown> | Wait | undefined>
}

/** A workflow: named steps carried out in order, each checkpointed. */
export interface Workflow<Input = Record<string, unknown>> {
  kind: string
  steps: Step<Input>[]
  /** In the transaction that records the end of the run. */
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
// Each workflow has an input of its own; the runner only carries it from the row to the steps.
// biome-ignore lint/suspicious/noExplicitAny: existential type
export type AnyWorkflow = Workflow<any>
