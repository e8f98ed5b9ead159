import { setTimeout as delay } from 'node:timers/promises'
import { OutsideError } from '../../../../clients/outsideError.ts'

export interface DryRunPart<T> {
  found: T | null
  problem: string | null
}

const maxWaitMs = 12_000

/** Limits the time of one external read, so that a slow or failing system doesn't delay the others. */
export async function withTimeout<T>(question: Promise<T>): Promise<DryRunPart<T>> {
  const abortController = new AbortController()
  const timeout = delay(maxWaitMs, undefined, { signal: abortController.signal }).then(
    () => ({ found: null, problem: 'The service didn’t respond in time.' }),
    () => ({ found: null, problem: null }),
  )
  try {
    return await Promise.race([question.then((answer) => ({ found: answer, problem: null })), timeout])
  } catch (error) {
    if (error instanceof OutsideError) return { found: null, problem: error.message }
    throw error
  } finally {
    abortController.abort()
    // A failure after the timeout is ignored; without this handler, it would end the process.
    question.catch(() => {})
  }
}
