import type { AlertState } from '../../../../db/tables.ts'
import { lineOf } from './plainText.ts'

const over = new Set(['resolved', 'cleared', 'clear', 'ok', 'closed', 'recovered', 'normal', 'inactive', 'healthy', 'deactivated'])

/** Whether a word says that it is over; whatever else is said, or nothing, means that it fires. */
export function stateOf(status: unknown): AlertState {
  return over.has(lineOf(status, 40)?.toLowerCase() ?? '') ? 'cleared' : 'firing'
}
