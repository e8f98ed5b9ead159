import { redact } from '../../../clients/redact.ts'

/** Node's codes, such as ECONNREFUSED and ERR_TLS_CERT_ALTNAME_INVALID, PostgreSQL's, such as 42P01, and others, such as AuthorizationFailed. */
const codePattern = /^(?:[A-Za-z]+(?:_[A-Za-z]+)*\d{0,8}|[0-9][0-9A-Z]{4}|\d{1,5})$/
const maxCodeLength = 60

/** @returns an error code, or null for text that doesn't look like one, such as addresses, ids, tokens and sentences */
export function codeOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text.length > maxCodeLength || !codePattern.test(text)) return null
  return redact(text) === text ? text : null
}

/** Codes of Node and of Microsoft's sign-in, which can be recognised inside a message. */
const codesInText = /\b(?:E[A-Z]{4,14}|ERR(?:_[A-Z]+){1,6}|UND_ERR(?:_[A-Z]+){1,4}|AADSTS\d{4,7})\b/g

/** @returns the codes in a message, at most 5. The message itself can name people, so it is left out. */
export function codesIn(text: string | null): string[] {
  return [...new Set((text ?? '').slice(0, 2_000).match(codesInText) ?? [])].slice(0, 5)
}

/** @returns a name that Slipway knows, or `other` */
export function knownName(value: unknown, known: ReadonlySet<string>): string {
  return typeof value === 'string' && known.has(value) ? value : 'other'
}

/** @returns a finite number, or null */
export const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

const uuidPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** @returns the id of a run, account or replica, or null for other text */
export const idOf = (value: unknown): string | null => (typeof value === 'string' && uuidPattern.test(value) ? value : null)

/** @returns a time in UTC, or null for other text */
export function timeOf(value: unknown): string | null {
  const date = value instanceof Date ? value : typeof value === 'string' && value.length <= 40 ? new Date(value) : undefined
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : null
}
