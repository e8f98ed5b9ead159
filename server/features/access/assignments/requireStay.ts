import { Failure } from '../../../errors.ts'
import { mayStay } from './policy.ts'

/** @throws invalidRequest at the field */
export function requireStay(maxHours: number | null, hours: number | null, field = 'durationHours'): void {
  const verdict = mayStay(maxHours, hours)
  if (verdict !== true) throw new Failure('invalidRequest', verdict, { errors: [{ field, message: verdict }] })
}
