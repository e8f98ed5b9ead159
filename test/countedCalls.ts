import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../server/db/database.ts'

/** Counts the denied calls of unauthenticated callers for an operation. The first of each kind has its own event. */
export async function countedCalls(server: FastifyInstance, db: Db, operation: string): Promise<number> {
  await server.anonymousCalls.flush()
  const { rows } = await sql<{ calls: number }>`
    select coalesce(sum(further + 1), 0)::int as calls from anonymous_calls where operation = ${operation}`.execute(db)
  return rows[0]!.calls
}
