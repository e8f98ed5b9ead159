export class ArmError extends Error {
  readonly status: number
  readonly code: string
  readonly details: unknown[] | undefined
  readonly headers: Record<string, string> | undefined
  readonly extraFields: Record<string, unknown>

  constructor(
    status: number,
    code: string,
    message: string,
    {
      details,
      headers,
      ...extraFields
    }: { details?: unknown[]; headers?: Record<string, string>; target?: string; additionalInfo?: unknown[] } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.headers = headers
    this.extraFields = extraFields
  }

  get body() {
    return { error: { code: this.code, message: this.message, ...this.extraFields, ...(this.details ? { details: this.details } : {}) } }
  }
}
