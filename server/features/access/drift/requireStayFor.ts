import { Failure } from '../../../errors.ts'
import { mayStay } from '../assignments/policy.ts'
import type { Decision } from './settle.ts'

/** A duration only matters for the decision to keep the member. */
export function stayOf({ action, durationHours = null }: Decision, group: { max_duration_hours: number | null }): true | string {
  return action === 'adopt' ? mayStay(group.max_duration_hours, durationHours) : true
}

/** @throws invalidRequest at the field */
export function requireStayFor(decision: Decision, group: { max_duration_hours: number | null }): void {
  const verdict = stayOf(decision, group)
  if (verdict !== true) throw new Failure('invalidRequest', verdict, { errors: [{ field: '/durationHours', message: verdict }] })
}
