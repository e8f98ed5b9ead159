import { AsyncLocalStorage } from 'node:async_hooks'

interface Runner {
  /** An operation or a job. */
  name: string
  /** What leads back to why it runs: the id of a call, of a run, or the job of the clock. */
  cause: string
}
const runner = new AsyncLocalStorage<Runner>()

/** Runs `work`; what it asks the database is put down to `name`, an operation or a job, and what it does by itself to `cause`. */
export function ranBy<T>(name: string, work: () => T, cause = name): T {
  return runner.run({ name, cause }, work)
}

/** Runs `work` as part of what runs at this moment, put down to a cause of its own. */
export function becauseOf<T>(cause: string, work: () => T): T {
  return runner.run({ name: whoRuns(), cause }, work)
}

/** Who asks the database at this moment. */
export function whoRuns(): string {
  return runner.getStore()?.name ?? 'in the background'
}

/** What leads back to why something is done at this moment. */
export function whyItRuns(): string {
  return runner.getStore()?.cause ?? 'clock'
}
