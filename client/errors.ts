import { challengeClaims } from './challenge.ts'

/** One bad field of a refused request. */
export interface FieldError {
  path?: string
  message: string
  code?: string
}

/** A status the operation does not declare, or an answer that cannot be read. spec §8 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The service's code for what went wrong, when its body carries one. */
  readonly code: string | undefined
  /** Quote this id to support. */
  readonly requestId: string | undefined
  /** The fields that were refused, when the service names them. */
  readonly errors: FieldError[] | undefined
  /** Claims that a stronger sign-in must prove, when the service requires step-up (spec §8). */
  readonly claims: string | undefined
  /** The answer's body as it came. */
  readonly body: unknown

  constructor(status: number, headers: Headers, body: unknown) {
    const outer = asRecord(body)
    const inner = asRecord(outer.error ?? body)
    super(text(inner.message) ?? text(outer.detail) ?? text(outer.title) ?? `The service answered with status ${status}.`)
    this.status = status
    this.code = text(inner.code) ?? text(outer.code)
    this.requestId = text(outer.requestId) ?? text(inner.requestId) ?? headers.get('x-request-id') ?? undefined
    const errors = outer.errors ?? inner.errors
    this.claims = status === 401 ? challengeClaims(headers.get('www-authenticate')) : undefined
    this.errors = Array.isArray(errors) ? (errors as FieldError[]) : undefined
    this.body = body
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
