/** Control characters, and characters that reverse the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Returns a field as plain text of at most `max` characters; undefined if the field is empty. */
export function textOf(value: unknown, max: number): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') return undefined
  return truncateText(value, max) || undefined
}

export function singleLine(value: unknown, max: number): string | undefined {
  return textOf(typeof value === 'string' ? value.slice(0, max * 4).replace(/\s+/g, ' ') : value, max)
}

export function truncateText(text: string, max: number): string {
  const cleanText = text
    .slice(0, max * 4)
    .replace(/\r\n?/g, '\n')
    .replace(controlCharacters, '')
    .toWellFormed()
    .trim()
  return cleanText.length <= max
    ? cleanText
    : `${cleanText
        .slice(0, max - 1)
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

export function listOf(value: unknown, max: number): unknown[] {
  return Array.isArray(value) ? value.slice(0, max) : []
}

/** Parses an ISO 8601 time; undefined for other values, and for the zero time that some senders use for "not yet". */
export function timeOf(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}T/.test(value) || value.length > 40) return undefined
  const time = new Date(value)
  return Number.isNaN(time.getTime()) || time.getUTCFullYear() < 2000 || time.getUTCFullYear() > 9999 ? undefined : time
}

/** Accepts only http and https URLs without a password. */
export function linkOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 500 || !URL.canParse(value)) return undefined
  const url = new URL(value)
  if ((url.protocol !== 'https:' && url.protocol !== 'http:') || url.username || url.password) return undefined
  return url.href.length <= 500 ? url.href : undefined
}
