import pg from 'pg'

/** System errors of a connection that can't be opened or was lost. */
const noConnection = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'])

/** Errors of pg that have no code. */
const withoutCode = /^(timeout expired|timeout exceeded when trying to connect|Query read timeout|Connection terminated)/

/**
 * Returns whether an error of the database will probably go away: PostgreSQL is unreachable, starting, stopping, recovering, or out of
 * connections or memory. Classes 08, 53 and 57P: postgresql.org/docs/current/errcodes-appendix.html.
 */
export function isUnavailable(error: unknown): boolean {
  const { code, message, syscall }: Partial<NodeJS.ErrnoException> = error instanceof Error ? error : {}
  if (error instanceof pg.DatabaseError) return /^(08|53|57P)/.test(error.code ?? '')
  // The socket file of a local server is missing until it has started.
  if (code === 'ENOENT' && syscall === 'connect') return true
  return noConnection.has(code ?? '') || withoutCode.test(message ?? '')
}
