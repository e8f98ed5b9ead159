import { ServiceNowError } from './serviceNowError.ts'
import type { SnowRecord } from './tables.ts'

/**
 * Applies the incident table's rules to a write: defaults, a priority from impact and urgency (a priority in the write is overwritten), and
 * the fields that a state requires.
 * @throws ServiceNowError 403 when a required field is missing
 */
export function applyIncidentRules(row: SnowRecord, before: SnowRecord | undefined): SnowRecord {
  const impact = level(row.impact)
  const urgency = level(row.urgency)
  const state = row.state ?? '1'
  requireFields(row, state)
  const isFinished = ['6', '7', '8'].includes(state)
  const now = row.sys_updated_on!
  return {
    opened_at: now,
    ...row,
    impact: String(impact),
    urgency: String(urgency),
    priority: String(impact + urgency - 1),
    state,
    active: String(state !== '7' && state !== '8'),
    ...(isFinished && before?.state !== state ? { [state === '6' ? 'resolved_at' : 'closed_at']: now } : {}),
  }
}

function level(value: string | undefined): number {
  const number = Number(value)
  return number === 1 || number === 2 ? number : 3
}

function requireFields(row: SnowRecord, state: string): void {
  const missingNames = [
    ...(row.short_description ? [] : ['Short description']),
    ...(state === '6' && !row.close_code ? ['Resolution code'] : []),
    ...(state === '6' && !row.close_notes ? ['Resolution notes'] : []),
    ...(state === '3' && !row.hold_reason ? ['On hold reason'] : []),
  ]
  if (missingNames.length > 0) {
    throw new ServiceNowError(
      403,
      'Operation Failed',
      `Data Policy Exception: The following fields are mandatory: ${missingNames.join(', ')}`,
    )
  }
}
