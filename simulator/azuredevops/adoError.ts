import { GitError } from '../git/gitError.ts'

export class AdoError extends Error {
  readonly status: number
  readonly typeKey: string

  constructor(status: number, typeKey: string, message: string) {
    super(message)
    this.status = status
    this.typeKey = typeKey
  }
}

export function presentError({ typeKey, message }: AdoError): object {
  return {
    $id: '1',
    innerException: null,
    message,
    typeName: `Microsoft.TeamFoundation.Git.Server.${typeKey}, Microsoft.TeamFoundation.Git.Server`,
    typeKey,
    errorCode: 0,
    eventId: 3000,
  }
}

export function versionNotFound(version: string): AdoError {
  return new AdoError(
    404,
    'GitUnresolvableToCommitException',
    `TF401175:The version descriptor <Branch: ${version} > could not be resolved to a version in the repository landing-zones`,
  )
}

export function adoErrorOf(error: unknown): AdoError {
  if (error instanceof AdoError) return error
  if (error instanceof GitError) {
    const detail = (error.errors?.[0] as { message?: string } | undefined)?.message ?? error.message
    return new AdoError(error.status === 404 ? 404 : error.status === 422 ? 400 : 409, 'VssServiceException', detail)
  }
  const { statusCode = 500, message } = error as { statusCode?: number; message: string }
  return new AdoError(statusCode < 500 ? 400 : 500, 'VssPropertyValidationException', message)
}
