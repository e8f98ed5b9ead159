export class ServiceNowError extends Error {
  readonly status: number
  readonly detail: string | null

  constructor(status: number, message: string, detail: string | null) {
    super(message)
    this.status = status
    this.detail = detail
  }
}
