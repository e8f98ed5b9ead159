import { Failure } from '../../../errors.ts'
import { isWithinMaximum } from '../assignments/policy.ts'
import type { Decision } from './resolve.ts'

/** Only the decision to keep the member uses a duration. */
export function durationOf({ action, durationHours = null }: Decision, group: { max_duration_hours: number | null }): true | string {
  return action === 'adopt' ? isWithinMaximum(group.max_duration_hours, durationHours) : true
}

/** @throws invalidRequest at the field */
export function requireDurationFor(decision: Decision, group: { max_duration_hours: number | null }): void {
  const verdict = durationOf(decision, group)
  if (verdict !== true) throw new Failure('invalidRequest', verdict, { errors: [{ field: '/durationHours', message: verdict }] })
}
