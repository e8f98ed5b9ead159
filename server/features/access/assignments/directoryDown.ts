import { OutsideError } from '../../../clients/outsideError.ts'
import { Wait } from '../../../workflows/workflow.ts'

/** A directory that is down holds access up, it does not refuse it: the step waits until it is back. */
export async function onceDirectoryAnswers<T>(call: () => Promise<T>): Promise<T | Wait> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof OutsideError && error.retryable)
      return new Wait('Couldn’t reach the directory. Slipway continues when it is available.', error.retryAfterMs, undefined, error)
    throw error
  }
}

/** How long a membership may wait for the directory before a person is asked. */
export const directoryPatienceMinutes = 24 * 60
