import { setTimeout as delay } from 'node:timers/promises'
import { OutsideError } from '../../../../clients/outsideError.ts'

export interface Part<T> {
  found: T | null
  problem: string | null
}

const maxWaitMs = 12_000

/** Limits one outside read in time, so that a slow or failing system doesn't delay the others. */
export async function ask<T>(question: Promise<T>): Promise<Part<T>> {
  const enough = new AbortController()
  const late = delay(maxWaitMs, undefined, { signal: enough.signal }).then(
    () => ({ found: null, problem: 'No response in time.' }),
    () => ({ found: null, problem: null }),
  )
  try {
    return await Promise.race([question.then((found) => ({ found, problem: null })), late])
  } catch (error) {
    if (error instanceof OutsideError) return { found: null, problem: error.message }
    throw error
  } finally {
    enough.abort()
    // A failure after the timeout has no reader and must not crash the process.
    question.catch(() => {})
  }
}
