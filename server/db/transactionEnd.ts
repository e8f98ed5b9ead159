import type { QueryResult } from 'pg'
import pg from 'pg'
import { UnknownOutcome, wasNeverSent } from './unavailable.ts'

/** Errors of the connection, a pooler, the server or its storage, after which PostgreSQL can have saved the transaction. */
const possiblyCommittedCodes = /^(08|53|57P|58|XX)/

/** If a statement of the transaction has failed, PostgreSQL rolls back at COMMIT without an error. */
export class NotCommittedError extends Error {
  override readonly name = 'NotCommittedError'
  constructor() {
    super('the transaction was rolled back instead of committed, because an earlier statement failed')
  }
}

/** Returns whether a failed COMMIT certainly saved nothing: PostgreSQL rejected the transaction, or COMMIT never left this process. */
function wasRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError ? !possiblyCommittedCodes.test(error.code ?? '') : wasNeverSent(error)
}

/**
 * Runs a statement of Kysely on a connection.
 * @param discard called if the connection must not be used again
 * @throws UnknownOutcome if the statement is COMMIT and its result is lost; NotCommittedError if nothing was saved. A failed ROLLBACK isn't
 * an error, because PostgreSQL also rolls back when the connection ends, and the error would hide the reason for the rollback.
 */
export async function runStatement(text: string, discard: () => void, run: () => Promise<QueryResult>): Promise<QueryResult> {
  let result: QueryResult
  try {
    result = await run()
  } catch (error) {
    if (text === 'commit' && !wasRolledBack(error)) {
      discard()
      throw new UnknownOutcome(error)
    }
    if (text !== 'rollback') throw error
    discard()
    return { command: 'ROLLBACK', rowCount: null, oid: 0, fields: [], rows: [] }
  }
  if (text === 'commit' && result.command === 'ROLLBACK') throw new NotCommittedError()
  return result
}
