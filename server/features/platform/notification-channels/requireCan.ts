import { Failure } from '../../../errors.ts'

/**
 * Checks only the status of the record. The `access` of the operation checks permissions.
 * @throws wrongState
 */
export function requireCan(can: Record<string, true | string>, action: string): void {
  const verdict = can[action]
  if (typeof verdict === 'string') throw new Failure('wrongState', verdict)
}
