/** An answer that the Git host gives instead of the thing asked for. */
export class GitError extends Error {
  readonly status: number
  readonly errors: object[] | undefined

  constructor(status: number, message: string, errors?: object[]) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

/** 422 with GitHub's list of what is wrong. */
export function validationFailed(...errors: object[]): GitError {
  return new GitError(422, 'Validation Failed', errors)
}
