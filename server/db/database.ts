import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { span } from '../telemetry/span.ts'
import { type CallLimits, type LimitedCalls, limitCalls } from './limitCalls.ts'
import { preparingPool } from './preparingPool.ts'
import type { SlowQueries } from './slowQueries.ts'
import type { Database } from './tables.ts'

// PostgreSQL returns bigint as text because JavaScript integers are exact up to 2^53; our counts and pence never reach that.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A connection or a transaction. Code that takes `Db` can't tell them apart, so a query can't slip outside a transaction. */
export type Db = Kysely<Database>

export interface OpenDatabase {
  db: Db
  /** Uses the same pool for reads before a call, and takes places of calls. */
  callDb: Db
  /** Runs a call in one place; it uses `db`. @throws overloaded */
  runInTurn: LimitedCalls['runInTurn']
  pool: pg.Pool
  waitingCalls(): number
  close(): Promise<void>
}

/** Connections that calls leave to jobs, sign-in and health checks. */
const keptFree = 3
/** Waiting calls need about 50 KB each. */
const maxWaitingCalls = 256
const callDeadlineMs = 5_000

/** Opens the pool. The server cancels statements after 10 s, so that a request can't hold a connection forever. */
export function openDatabase(url: string, options: { max?: number; slow?: SlowQueries; calls?: Partial<CallLimits> } = {}): OpenDatabase {
  const max = options.max ?? 16
  const pool = new pg.Pool({
    connectionString: url,
    max,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    connectionTimeoutMillis: 10_000,
    // A new connection signs in and plans every statement again, which takes longer than most calls.
    idleTimeoutMillis: 300_000,
    application_name: 'slipway',
  })
  pool.on('error', () => {}) // the pool replaces a broken idle connection at its next use, and the query reports the error
  // A connection that breaks during a query rejects the query; without this listener, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const preparing = preparingPool(pool, options.slow)
  const calls = limitCalls(preparing, {
    maxRunning: Math.max(1, max - keptFree),
    maxWaiting: maxWaitingCalls,
    deadlineMs: callDeadlineMs,
    ...options.calls,
  })
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparing }) }),
    callDb: new Kysely<Database>({ dialect: new PostgresDialect({ pool: calls.pool }) }),
    runInTurn: calls.runInTurn,
    pool,
    waitingCalls: calls.waitingCount,
    close: () => pool.end(),
  }
}

export function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return span('transaction', {}, () => db.transaction().execute(work))
}
