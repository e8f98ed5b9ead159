import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../server/db/database.ts'

/** Counts the refused calls of unauthenticated callers for an operation: the first of each kind has an event of its own. */
export async function countedCalls(server: FastifyInstance, db: Db, operation: string): Promise<number> {
  await server.anonymousCalls.flush()
  const { rows } = await sql<{ calls: number }>`
    select coalesce(sum(further + 1), 0)::int as calls from anonymous_calls where operation = ${operation}`.execute(db)
  return rows[0]!.calls
}
