import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { span } from '../telemetry/span.ts'
import { preparingPool } from './preparingPool.ts'
import type { SlowQueries } from './slowQueries.ts'
import type { Database } from './tables.ts'

// PostgreSQL answers bigint as text because JavaScript numbers end at 2^53; ours (counts, pence) never come near.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A connection or a transaction: code that takes `Db` never asks which, so no query can slip outside a transaction. */
export type Db = Kysely<Database>

export interface OpenDatabase {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/** Opens the pool. A statement longer than 10 s is cut by the server, so that no request can hold a connection for ever. */
export function openDatabase(url: string, options: { max?: number; slow?: SlowQueries } = {}): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 16,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 10_000,
    application_name: 'slipway',
  })
  pool.on('error', () => {}) // an idle connection that breaks is replaced at its next use; the query then reports
  // The same for one that breaks in the middle of a query: the query rejects; without a listener the whole process would end.
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparingPool(pool, options.slow) }) }),
    pool,
    close: () => pool.end(),
  }
}

/** Runs `work` in one transaction: all of it or nothing. */
export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return span('transaction', {}, () => db.transaction().execute(work))
}
