/** Argo CD's gateway maps gRPC codes to these statuses. */
const statuses = { 2: 500, 3: 400, 5: 404, 7: 403, 9: 400, 16: 401 } as const
type Code = keyof typeof statuses

export class ArgocdError extends Error {
  readonly code: Code
  constructor(code: Code, message: string) {
    super(message)
    this.code = code
  }
  get status(): number {
    return statuses[this.code]
  }
}

export const permissionDenied = () => new ArgocdError(7, 'permission denied')
export const invalid = (message: string) => new ArgocdError(3, message)
