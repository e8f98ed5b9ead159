import { Failure } from '../../../errors.ts'
import { isWithinMaximum } from './policy.ts'

/** @throws invalidRequest at the field */
export function requireDuration(maxHours: number | null, hours: number | null, field = 'durationHours'): void {
  const verdict = isWithinMaximum(maxHours, hours)
  if (verdict !== true) throw new Failure('invalidRequest', verdict, { errors: [{ field, message: verdict }] })
}
