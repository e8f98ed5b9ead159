import type { AlertState } from '../../../../db/tables.ts'
import { lineOf } from './plainText.ts'

const over = new Set(['resolved', 'cleared', 'clear', 'ok', 'closed', 'recovered', 'normal', 'inactive', 'healthy', 'deactivated'])

/** `cleared` for words that mean a resolution; everything else, or nothing, counts as firing. */
export function stateOf(status: unknown): AlertState {
  return over.has(lineOf(status, 40)?.toLowerCase() ?? '') ? 'cleared' : 'firing'
}
