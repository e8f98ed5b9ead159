import type { MissingPermission } from './missingPermission.ts'

export interface OutsideErrorDetails {
  /** The outside service as people know it, e.g. `ServiceNow`. */
  service: string
  /** The service's own code, or one of Slipway's: see `pipeline.ts`. */
  code: string
  message: string
  /** The HTTP status, when there was an answer. */
  status?: number
  /** The same call may succeed later, with nothing changed. */
  retryable: boolean
  /** How long the service asks to be left alone, in milliseconds. */
  retryAfterMs?: number
  /** The service's id of the request, for its own support. */
  requestId?: string
  /** The start of the answer with secrets taken out. */
  excerpt?: string
  /** Set when Slipway's identity lacks a permission. */
  missing?: MissingPermission | undefined
}

/** An outside service refused, failed or could not be reached. The message is fit for people. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError'
  readonly service: string
  readonly code: string
  readonly status: number | undefined
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  readonly requestId: string | undefined
  readonly excerpt: string | undefined
  readonly missing: MissingPermission | undefined

  constructor(details: OutsideErrorDetails, options?: ErrorOptions) {
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
