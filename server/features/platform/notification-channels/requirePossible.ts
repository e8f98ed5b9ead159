import { Failure } from '../../../errors.ts'

/** What a thing cannot do in its present state, whoever asks: those who may not at all are refused by the access of the operation. @throws wrongState */
export function requirePossible(can: Record<string, true | string>, action: string): void {
  const verdict = can[action]
  if (typeof verdict === 'string') throw new Failure('wrongState', verdict)
}
