import { Failure } from '../../../errors.ts'

/** @throws invalidRequest at the field if the time is not after `now` */
export function requireFuture(field: string, time: Date | null, now: Date): void {
  if (time === null || time > now) return
  const message = field === 'startsAt' ? 'must be in the future' : 'must be in the future; to end access immediately, revoke it'
  throw new Failure('invalidRequest', message, { errors: [{ field, message }] })
}
