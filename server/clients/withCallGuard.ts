import { AsyncLocalStorage } from 'node:async_hooks'

export interface GuardedCall {
  method: string
  path: string
  /** True if the call only reads, although its method is not GET or HEAD. */
  readOnly?: boolean
}
type Check = (call: GuardedCall) => void

const guard = new AsyncLocalStorage<Check>()

/** Runs `callback`. Before every external call in it, `check` is called and can throw to prevent that call. */
export function withCallGuard<T>(check: Check, callback: () => Promise<T>): Promise<T> {
  return guard.run(check, callback)
}

/** @throws the error of the `check` of the surrounding `withCallGuard` */
export function checkGuard(call: GuardedCall): void {
  guard.getStore()?.(call)
}
