import { AsyncLocalStorage } from 'node:async_hooks'

interface Runner {
  name: string
  /** ID of the call or run that is the cause, or the job of a schedule. */
  cause: string
}
const runner = new AsyncLocalStorage<Runner>()

/** Runs `work` and attributes its queries to `name`, an operation or a job, and its own actions to `cause`. */
export function ranBy<T>(name: string, work: () => T, cause = name): T {
  return runner.run({ name, cause }, work)
}

export function becauseOf<T>(cause: string, work: () => T): T {
  return runner.run({ name: currentRunner(), cause }, work)
}

export function currentRunner(): string {
  return runner.getStore()?.name ?? 'in the background'
}

export function currentCause(): string {
  return runner.getStore()?.cause ?? 'clock'
}
