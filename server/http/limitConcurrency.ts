import { Failure } from '../errors.ts'

export interface ConcurrencyLimits {
  total: number
  perCaller: number
  maxWaitingPerCaller: number
}

/**
 * Runs a limited number of tasks concurrently and queues the others in order. A caller at its own limit doesn't block tasks of other
 * callers.
 * @throws tooManyRequests when too many tasks of the caller are queued
 */
export function limitConcurrency({ total, perCaller, maxWaitingPerCaller }: ConcurrencyLimits) {
  const running = new Map<string, number>()
  const waiting: { caller: string; start: () => void }[] = []
  let runningInTotal = 0
  const runningOf = (caller: string) => running.get(caller) ?? 0
  const hasRoom = (caller: string) => runningInTotal < total && runningOf(caller) < perCaller
  const take = (caller: string) => {
    runningInTotal++
    running.set(caller, runningOf(caller) + 1)
  }
  const release = (caller: string) => {
    runningInTotal--
    if (runningOf(caller) === 1) running.delete(caller)
    else running.set(caller, runningOf(caller) - 1)
    const at = waiting.findIndex((task) => hasRoom(task.caller))
    if (at < 0) return
    const [next] = waiting.splice(at, 1)
    take(next!.caller)
    next!.start()
  }
  return async <T>(caller: string, task: () => Promise<T>): Promise<T> => {
    if (hasRoom(caller)) take(caller)
    else {
      if (waiting.filter((one) => one.caller === caller).length >= maxWaitingPerCaller)
        throw new Failure('tooManyRequests', 'Too many of your requests are being processed. Wait until they complete.')
      await new Promise<void>((start) => waiting.push({ caller, start }))
    }
    try {
      return await task()
    } finally {
      release(caller)
    }
  }
}
