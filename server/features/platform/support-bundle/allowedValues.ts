/** @returns a name that Slipway knows, or `other` */
export function knownName(value: unknown, known: ReadonlySet<string>): string {
  return typeof value === 'string' && known.has(value) ? value : 'other'
}

/** @returns a finite number, or null */
export const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** @returns the ID of a run, account or replica, or null for other text */
export const idOf = (value: unknown): string | null => (typeof value === 'string' && uuidPattern.test(value) ? value : null)

/** @returns a time in UTC, or null for other text */
export function timeOf(value: unknown): string | null {
  const date = value instanceof Date ? value : typeof value === 'string' && value.length <= 40 ? new Date(value) : undefined
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : null
}
