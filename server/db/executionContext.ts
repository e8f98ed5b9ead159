import { AsyncLocalStorage } from 'node:async_hooks'

interface ExecutionContext {
  name: string
  /** ID of the call or run that is the cause, or the name of the job for a schedule. */
  cause: string
}
const runner = new AsyncLocalStorage<ExecutionContext>()

/** Runs `callback`. Its queries are attributed to `name`, which is an operation or a job, and its own actions to `cause`. */
export function runInContext<T>(name: string, callback: () => T, cause = name): T {
  return runner.run({ name, cause }, callback)
}

export function withCause<T>(cause: string, callback: () => T): T {
  return runner.run({ name: currentRunner(), cause }, callback)
}

export function currentRunner(): string {
  return runner.getStore()?.name ?? 'in the background'
}

export function currentCause(): string {
  return runner.getStore()?.cause ?? 'clock'
}
