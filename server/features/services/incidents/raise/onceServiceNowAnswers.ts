import { OutsideError } from '../../../../clients/outsideError.ts'
import { Wait } from '../../../../workflows/workflow.ts'

/** A ServiceNow that is down holds an incident up, it does not lose it: the step waits until it is back. */
export async function onceServiceNowAnswers<T>(call: () => Promise<T>): Promise<T | Wait> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof OutsideError && error.retryable)
      return new Wait('ServiceNow is unavailable. Slipway continues when it answers.', error.retryAfterMs)
    throw error
  }
}

/** ServiceNow may be part of what is on fire: so long an incident waits for it before a person is asked. */
export const servicenowPatienceMinutes = 7 * 24 * 60
