import { ExternalError } from '../../../clients/externalError.ts'
import { Wait } from '../../../workflows/workflow.ts'

export const directoryWaitNote = 'Couldn’t reach the directory. Slipway continues when it is available.'

/** An unavailable directory delays access instead of rejecting it: the step waits until the directory responds. */
export async function waitForDirectory<T>(call: () => Promise<T>): Promise<T | Wait> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ExternalError && error.retryable) return new Wait(directoryWaitNote, error.retryAfterMs, undefined, error)
    throw error
  }
}

/** A membership waits this long for the directory before the run fails and needs a person. */
export const directoryTimeoutMinutes = 24 * 60
