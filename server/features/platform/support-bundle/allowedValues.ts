export function knownName(value: unknown, known: ReadonlySet<string>): string {
  return typeof value === 'string' && known.has(value) ? value : 'other'
}

export const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export const idOf = (value: unknown): string | null => (typeof value === 'string' && uuidPattern.test(value) ? value : null)

export function timeOf(value: unknown): string | null {
  const date = value instanceof Date ? value : typeof value === 'string' && value.length <= 40 ? new Date(value) : undefined
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : null
}
