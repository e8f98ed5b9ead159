import { randomUUID } from 'node:crypto'

/** Entra's errors have an OAuth code and a description that starts with `AADSTSnnnnn`. */
export class OAuthError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, description: string) {
    super(description)
    this.status = status
    this.code = code
  }

  get body() {
    const [traceId, correlationId] = [randomUUID(), randomUUID()]
    const timestamp = new Date().toISOString().replace('T', ' ').slice(0, 19).concat('Z')
    const number = /^AADSTS(\d+)/.exec(this.message)?.[1]
    return {
      error: this.code,
      error_description: `${this.message} Trace ID: ${traceId} Correlation ID: ${correlationId} Timestamp: ${timestamp}`,
      error_codes: number === undefined ? [] : [Number(number)],
      timestamp,
      trace_id: traceId,
      correlation_id: correlationId,
    }
  }
}
