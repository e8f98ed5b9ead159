import { Failure } from '../../../errors.ts'

/** Checks the record's status only. Permissions are checked by the operation's `access`. @throws wrongState */
export function requirePossible(can: Record<string, true | string>, action: string): void {
  const verdict = can[action]
  if (typeof verdict === 'string') throw new Failure('wrongState', verdict)
}
