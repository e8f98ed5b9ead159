export class VaultError extends Error {
  readonly status: number
  readonly body: { error: { code: string; message: string; innererror?: { code: string } } }

  constructor(status: number, code: string, message: string, inner?: string) {
    super(message)
    this.status = status
    this.body = { error: { code, message, ...(inner ? { innererror: { code: inner } } : {}) } }
  }
}
