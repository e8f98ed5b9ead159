import { setTimeout as delay } from 'node:timers/promises'
import { OutsideError } from '../../../../clients/outsideError.ts'

export interface Part<T> {
  found: T | null
  /** Why it could not be asked. */
  problem: string | null
}

const patienceMs = 12_000

/** One question to an outside system: however it fails, or dawdles, the others are answered. */
export async function ask<T>(question: Promise<T>): Promise<Part<T>> {
  const enough = new AbortController()
  const late = delay(patienceMs, undefined, { signal: enough.signal }).then(
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
    // Its failure after the time is up is nobody's any more.
    question.catch(() => {})
  }
}
