import { AsyncLocalStorage } from 'node:async_hooks'

export interface GuardedCall {
  method: string
  path: string
  /** True if it only reads, although its method is not GET or HEAD. */
  readOnly?: boolean
}
type Check = (call: GuardedCall) => void

const guard = new AsyncLocalStorage<Check>()

/** Runs `work`; `check` is called before every outside call in it, and can throw to prevent the call. */
export function guardOutside<T>(check: Check, work: () => Promise<T>): Promise<T> {
  return guard.run(check, work)
}

/** @throws the error of the surrounding `guardOutside`'s check. */
export function checkGuard(call: GuardedCall): void {
  guard.getStore()?.(call)
}
