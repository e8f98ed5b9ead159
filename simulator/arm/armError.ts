/** A refusal in ARM's own shape: `{error: {code, message, details?}}`. */
export class ArmError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown[] | undefined
  readonly headers: Record<string, string> | undefined

  constructor(status: number, code: string, message: string, extra: { details?: unknown[]; headers?: Record<string, string> } = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = extra.details
    this.headers = extra.headers
  }

  get body() {
    return { error: { code: this.code, message: this.message, ...(this.details ? { details: this.details } : {}) } }
  }
}
