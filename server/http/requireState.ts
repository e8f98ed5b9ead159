import type { Verdict } from '../auth/access.ts'
import { Failure } from '../errors.ts'

/** @throws wrongState with the reason */
export function requireState(verdict: Verdict): void {
  if (verdict !== true) throw new Failure('wrongState', verdict)
}
