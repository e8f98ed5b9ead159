import type { MissingPermission } from './missingPermission.ts'

interface ExternalErrorDetails {
  service: string
  /** The service's own code, or one of Slipway's codes (see `pipeline.ts`). */
  code: string
  message: string
  status?: number
  retryable: boolean
  /** Delay that the service requests, in milliseconds. */
  retryAfterMs?: number
  requestId?: string
  /** The first part of the response, without secrets. */
  excerpt?: string
  missing?: MissingPermission | undefined
}

/** An external service rejected a call, failed or could not be reached. The message is written for people. */
export class ExternalError extends Error {
  override readonly name = 'ExternalError'
  readonly service: string
  readonly code: string
  readonly status: number | undefined
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly requestId: string | undefined
  readonly excerpt: string | undefined
  readonly missing: MissingPermission | undefined

  constructor(details: ExternalErrorDetails, options?: ErrorOptions) {
    super(details.message, options)
    this.service = details.service
    this.code = details.code
    this.status = details.status
    this.retryable = details.retryable
    this.retryAfterMs = details.retryAfterMs
    this.requestId = details.requestId
    this.excerpt = details.excerpt
    this.missing = details.missing
  }
}
