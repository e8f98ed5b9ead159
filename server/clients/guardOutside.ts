import { AsyncLocalStorage } from 'node:async_hooks'

/** An outside call that is about to be made, as far as a check looks at it. */
export interface GuardedCall {
  method: string
  path: string
  /** It only reads, although its method is another than GET or HEAD. */
  readOnly?: boolean
}
type Check = (call: GuardedCall) => void

const guard = new AsyncLocalStorage<Check>()

/** Runs `work`; before every outside call made within it `check` is called, and may throw to prevent that call. */
export function guardOutside<T>(check: Check, work: () => Promise<T>): Promise<T> {
  return guard.run(check, work)
}

/** @throws what the check of the surrounding `guardOutside` throws. */
export function checkGuard(call: GuardedCall): void {
  guard.getStore()?.(call)
}
