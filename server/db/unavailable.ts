/** The connection broke after COMMIT was sent and before PostgreSQL responded, so it is unknown whether the transaction was saved. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome'
  constructor(cause: unknown) {
    super('the connection was lost during the commit', { cause })
  }
}

const noConnection = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])

const withoutCode = /^(timeout expired|timeout exceeded when trying to connect|Query read timeout|Connection terminated)/
const closedConnection = /^Client (has encountered a connection error|was closed) and is not queryable/

/** Classes 08, 53 and 57P: postgresql.org/docs/current/errcodes-appendix.html. */
const unavailableStates = /^(08|53)[\dA-Z]{3}$|^57P\d\d$/

/** Returns whether pg rejected a statement before sending it, because the connection was already lost. */
export function wasNeverSent(error: unknown): boolean {
  return closedConnection.test(String((error as { message?: unknown } | null)?.message))
}

/**
 * Returns whether an error of the database will probably go away: PostgreSQL is unreachable, starting, stopping, recovering, or out of
 * connections or memory. pg-boss reports copies of errors, which are plain objects.
 */
export function isUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  if (error instanceof UnknownOutcome) return true
  if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true
  const { code = '', message = '', syscall } = error as { code?: unknown; message?: unknown; syscall?: unknown }
  // The socket file of a local server is missing until it has started.
  if (code === 'ENOENT' && syscall === 'connect') return true
  return noConnection.has(String(code)) || unavailableStates.test(String(code)) || withoutCode.test(String(message)) || wasNeverSent(error)
}
