import { Failure } from '../../../errors.ts'
import { mayStay } from '../assignments/policy.ts'
import type { Decision } from './settle.ts'

/** Whether the group lets people stay as long as the decision says; only keeping somebody says so. */
export function stayOf({ action, durationHours = null }: Decision, group: { max_duration_hours: number | null }): true | string {
  return action === 'adopt' ? mayStay(group.max_duration_hours, durationHours) : true
}

/** @throws invalidRequest at the field */
export function requireStayFor(decision: Decision, group: { max_duration_hours: number | null }): void {
  const verdict = stayOf(decision, group)
  if (verdict !== true) throw new Failure('invalidRequest', verdict, { errors: [{ field: '/durationHours', message: verdict }] })
}
