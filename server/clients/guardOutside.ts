import { AsyncLocalStorage } from 'node:async_hooks'

const guard = new AsyncLocalStorage<() => void>()

/** Runs `work`; before every outside call made within it `check` is called, and may throw to prevent that call. */
export function guardOutside<T>(check: () => void, work: () => Promise<T>): Promise<T> {
  return guard.run(check, work)
}

/** @throws what the check of the surrounding `guardOutside` throws. */
export function checkGuard(): void {
  guard.getStore()?.()
}
