import { setTimeout as delay } from 'node:timers/promises'
import { ExternalError } from '../../../../clients/externalError.ts'

export interface DryRunPart<T> {
  found: T | null
  problem: string | null
}

const maxWaitMs = 12_000

/** One slow or failing system must not delay the others. */
export async function withTimeout<T>(read: Promise<T>): Promise<DryRunPart<T>> {
  const abortController = new AbortController()
  const timeout = delay(maxWaitMs, undefined, { signal: abortController.signal }).then(
    () => ({ found: null, problem: 'The service didn’t respond in time.' }),
    () => ({ found: null, problem: null }),
  )
  try {
    return await Promise.race([read.then((result) => ({ found: result, problem: null })), timeout])
  } catch (error) {
    if (error instanceof ExternalError) return { found: null, problem: error.message }
    throw error
  } finally {
    abortController.abort()
    // A failure after the timeout is ignored; without this handler, it would end the process.
    read.catch(() => {})
  }
}
