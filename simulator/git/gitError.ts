export class GitError extends Error {
  readonly status: number
  readonly errors: object[] | undefined

  constructor(status: number, message: string, errors?: object[]) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

export function validationFailed(...errors: object[]): GitError {
  return new GitError(422, 'Validation Failed', errors)
}
