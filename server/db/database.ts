import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { span } from '../telemetry/span.ts'
import { type CallLimits, type LimitedCalls, limitCalls } from './limitCalls.ts'
import { preparingPool } from './preparingPool.ts'
import type { SlowQueries } from './slowQueries.ts'
import type { Database } from './tables.ts'

// PostgreSQL returns bigint as text, because JavaScript integers are exact only up to 2^53. Slipway's counts and amounts in pence never
// reach that limit.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * A connection or a transaction. Code that takes a `Db` can't tell them apart, so it can't run a query outside its transaction by mistake.
 */
export type Db = Kysely<Database>

export interface OpenDatabase {
  db: Db
  /** Uses the same pool for reads before a call has a slot. These reads count as calls. */
  callDb: Db
  /**
   * Runs a call in one slot, with `db`.
   * @throws overloaded
   */
  runQueued: LimitedCalls['runQueued']
  pool: pg.Pool
  waitingCalls(): number
  close(): Promise<void>
}

/** Calls leave these connections free for jobs, sign-in and health checks. */
const reservedConnections = 3
/** Each waiting call needs about 50 KB. */
const maxWaitingCalls = 256
const callDeadlineMs = 5_000
/**
 * Poolers reject these settings as parameters of a new connection. A pooler without a free session accepts the connection and never
 * responds.
 */
const sessionSettings: pg.QueryConfig & { query_timeout: number } = {
  text: 'set statement_timeout = 10000; set idle_in_transaction_session_timeout = 30000',
  query_timeout: 10_000,
}

interface DatabaseOptions {
  max?: number
  slow?: SlowQueries
  calls?: Partial<CallLimits>
  pool?: Pick<pg.PoolConfig, 'connectionTimeoutMillis' | 'query_timeout'>
  /** Prepares each new connection. If it throws, the connection isn't used. */
  onConnect?: (client: pg.ClientBase) => Promise<void>
}

/** Opens the pool. The server cancels statements after 10 s, so that a request can't hold a connection forever. */
export function openDatabase(url: string, options: DatabaseOptions = {}): OpenDatabase {
  const max = options.max ?? 16
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    // A new connection has to sign in and plan every statement again, which takes longer than most calls.
    idleTimeoutMillis: 300_000,
    application_name: 'slipway',
    ...options.pool,
    onConnect: async (client) => {
      await client.query(sessionSettings)
      await options.onConnect?.(client)
    },
  })
  pool.on('error', () => {}) // the pool replaces a broken idle connection at its next use, and the query reports the error
  // A connection that breaks during a query rejects the query; without this listener, the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const preparing = preparingPool(pool, options.slow)
  const calls = limitCalls(preparing, {
    maxRunning: Math.max(1, max - reservedConnections),
    maxWaiting: maxWaitingCalls,
    deadlineMs: callDeadlineMs,
    ...options.calls,
  })
  return {
    db: new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparing }) }),
    callDb: new Kysely<Database>({ dialect: new PostgresDialect({ pool: calls.pool }) }),
    runQueued: calls.runQueued,
    pool,
    waitingCalls: calls.waitingCount,
    close: () => pool.end(),
  }
}

export function inTransaction<T>(db: Db, callback: (tx: Db) => Promise<T>): Promise<T> {
  return span('transaction', {}, () => db.transaction().execute(callback))
}
