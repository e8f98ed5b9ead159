import { ExternalError } from '../../../../clients/externalError.ts'
import { Wait } from '../../../../workflows/workflow.ts'

/** Makes a step wait while ServiceNow is unavailable, so that the incident isn't lost. */
export async function waitForServiceNow<T>(call: () => Promise<T>): Promise<T | Wait> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ExternalError && error.retryable)
      return new Wait('ServiceNow is unavailable. Slipway continues when it is available.', error.retryAfterMs)
    throw error
  }
}

/** The timeout is long, because ServiceNow can be affected by the same outage. */
export const servicenowTimeoutMinutes = 7 * 24 * 60
