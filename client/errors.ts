import { challengeClaims } from './challenge.ts'

export interface FieldError {
  path?: string
  message: string
  code?: string
}

/** The error for a status that the operation does not declare, or for a response that can't be read (spec §8). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string | undefined
  readonly requestId: string | undefined
  readonly errors: FieldError[] | undefined
  /** Claims that a stronger sign-in must prove, if the service requires a step-up sign-in (spec §8). */
  readonly claims: string | undefined
  readonly body: unknown

  constructor(status: number, headers: Headers, body: unknown) {
    const outer = asRecord(body)
    const inner = asRecord(outer.error ?? body)
    super(text(inner.message) ?? text(outer.detail) ?? text(outer.title) ?? `The service returned status ${status}.`)
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
