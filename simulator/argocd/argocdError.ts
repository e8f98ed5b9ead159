/** How gRPC codes travel over Argo CD's gateway. */
const statuses = { 2: 500, 3: 400, 5: 404, 7: 403, 9: 400, 16: 401 } as const
type Code = keyof typeof statuses

/** An answer that Argo CD gives instead of the thing asked for. */
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
