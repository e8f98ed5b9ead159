import type { AlertState } from '../../../../db/tables.ts'
import { singleLine } from './plainText.ts'

const resolvedTerms = new Set(['resolved', 'cleared', 'clear', 'ok', 'closed', 'recovered', 'normal', 'inactive', 'healthy', 'deactivated'])

/** Returns `cleared` for words that mean a resolution. Everything else counts as firing, and so does a missing value. */
export function stateOf(status: unknown): AlertState {
  return resolvedTerms.has(singleLine(status, 40)?.toLowerCase() ?? '') ? 'cleared' : 'firing'
}
