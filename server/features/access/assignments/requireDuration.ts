import { Failure } from '../../../errors.ts'
import { fitsMaximum } from './policy.ts'

/** @throws invalidRequest at the field */
export function requireDuration(maxHours: number | null, hours: number | null, field = 'durationHours'): void {
  const verdict = fitsMaximum(maxHours, hours)
  if (verdict !== true) throw new Failure('invalidRequest', verdict, { errors: [{ field, message: verdict }] })
}
