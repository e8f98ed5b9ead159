import { Failure } from '../../../errors.ts'

/** @throws invalidRequest at the field where the time is not after this moment */
export function requireFuture(field: string, time: Date | null, moment: Date): void {
  if (time === null || time > moment) return
  const message =
    field === 'startsAt' ? 'It has to lie in the future.' : 'It has to lie in the future. To end access at once, end it instead.'
  throw new Failure('invalidRequest', message, { errors: [{ field, message }] })
}
