import { Failure } from '../../../errors.ts'

export const endsBefore = (end: Date) =>
  `The sandbox ends on ${end.toISOString()}. Choose an earlier date, or no date to end access with the sandbox.`

/** @throws invalidRequest at the field if the time is after the sandbox’s end */
export function requireBeforeEnd(field: string, time: Date | null, end: Date | null): void {
  if (time === null || end === null || time <= end) return
  const message = endsBefore(end)
  throw new Failure('invalidRequest', message, { errors: [{ field, message }] })
}
