import { Failure } from '../errors.ts'

interface ConcurrencyLimits {
  total: number
  perCaller: number
  maxWaitingPerCaller: number
}

/**
 * Runs a limited number of tasks concurrently and queues the others in order. A caller who has reached their own limit doesn't delay the
 * tasks of other callers.
 * @throws tooManyRequests if too many tasks of the caller are queued
 */
export function limitConcurrency({ total, perCaller, maxWaitingPerCaller }: ConcurrencyLimits) {
  const runningByCaller = new Map<string, number>()
  const waitingTasks: { caller: string; start: () => void }[] = []
  let runningInTotal = 0
  const runningOf = (caller: string) => runningByCaller.get(caller) ?? 0
  const hasFreeSlot = (caller: string) => runningInTotal < total && runningOf(caller) < perCaller
  const acquireSlot = (caller: string) => {
    runningInTotal++
    runningByCaller.set(caller, runningOf(caller) + 1)
  }
  const release = (caller: string) => {
    runningInTotal--
    if (runningOf(caller) === 1) runningByCaller.delete(caller)
    else runningByCaller.set(caller, runningOf(caller) - 1)
    const taskIndex = waitingTasks.findIndex((task) => hasFreeSlot(task.caller))
    if (taskIndex < 0) return
    const [next] = waitingTasks.splice(taskIndex, 1)
    acquireSlot(next!.caller)
    next!.start()
  }
  return async <T>(caller: string, task: () => Promise<T>): Promise<T> => {
    if (hasFreeSlot(caller)) acquireSlot(caller)
    else {
      if (waitingTasks.filter((one) => one.caller === caller).length >= maxWaitingPerCaller)
        throw new Failure('tooManyRequests', 'Too many of your requests are being processed. Wait until they complete, then try again.')
      await new Promise<void>((start) => waitingTasks.push({ caller, start }))
    }
    try {
      return await task()
    } finally {
      release(caller)
    }
  }
}
