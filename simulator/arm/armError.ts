/** ARM's own shape is `{error: {code, message, details?}}`. */
export class ArmError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown[] | undefined
  readonly headers: Record<string, string> | undefined
  readonly beside: Record<string, unknown>

  /** Fields of `extra` appear beside code and message. */
  constructor(
    status: number,
    code: string,
    message: string,
    {
      details,
      headers,
      ...beside
    }: { details?: unknown[]; headers?: Record<string, string>; target?: string; additionalInfo?: unknown[] } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.headers = headers
    this.beside = beside
  }

  get body() {
    return { error: { code: this.code, message: this.message, ...this.beside, ...(this.details ? { details: this.details } : {}) } }
  }
}
