import { Kysely, PostgresDialect, type PostgresPool } from 'kysely'
import type pg from 'pg'
import type { Db } from './database.ts'
import type { Database } from './tables.ts'

export function databaseOver(client: pg.Client): Db {
  const connection = { query: (text: string, values: unknown[]) => client.query(text, values), release() {} }
  const pool = { connect: async () => connection, end: async () => {} } as unknown as PostgresPool
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}
