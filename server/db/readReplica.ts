import { sql } from 'kysely'
import type pg from 'pg'
import { countFailures, type FailureLog } from '../telemetry/countFailures.ts'
import { type Db, type OpenDatabase, openDatabase } from './database.ts'
import { openPing, type Ping } from './ping.ts'
import { primaryStatement, type ReplicaState, replicaStatement, requireReplicaOf, type ServerState, setting } from './replicaState.ts'
import { requireSessions } from './requireSessions.ts'
import { runRegularly } from './runRegularly.ts'
import type { SlowQueries } from './slowQueries.ts'
import { isUnavailable } from './unavailable.ts'
import { openClient, reasonOf } from './waitForDatabase.ts'

/** A read-only standby that answers some calls. Its data can be old, but never older than the lag allows. */
export interface ReadReplica extends Pick<OpenDatabase, 'pool' | 'runQueued' | 'waitingCalls'> {
  /** Returns whether the replica is usable now, and the person has changed nothing that it might lack. */
  canServe(personId: string): Promise<boolean>
  /** @throws UnusableReadReplica if the lag has exceeded its limit since `canServe` */
  requireDb(): Db
  /** Returns whether an error was the replica's, so that the primary can answer the call instead. */
  hasFailed(error: unknown): boolean
  isUsable(): boolean
  lagSeconds(): number
  close(): Promise<void>
}

interface ReadReplicaOptions {
  maxLagSeconds: number
  primary: Pick<Ping, 'readRow'>
  /** The primary. */
  db: Db
  slow?: SlowQueries
  log: FailureLog
}

class UnusableReadReplica extends Error {
  override name = 'UnusableReadReplica'
}

export const readReplicaTexts = { lost: 'the read replica isn’t used', back: 'the read replica is used again' } as const

const checkIntervalMs = 1_000
/** A check of a replica that isn't used opens several connections. */
const retryIntervalMs = 5_000
const maxPositions = 600
/** A call can use two connections at the same time. */
const maxConnections = 14
const calls = { maxRunning: maxConnections / 2, maxWaiting: 32 }
/** The primary answers instead, so calls don't wait long. A statement ends after 10 s unless the connection is lost. */
const pool = { connectionTimeoutMillis: 2_000, query_timeout: 12_000 }
/** An audit event has the time at which its transaction started. */
const maxTransactionSeconds = 60
/** Errors of statements that the replica cancelled, because they delayed or blocked its replay. */
const conflictStates = new Set(['40001', '40P01'])

/**
 * Opens a replica and measures its lag every second. The replica is used only while it follows the primary within the lag, and is used again
 * as soon as it does.
 * @throws ConnectionError if the connection string is invalid; a replica that can't be reached isn't an error
 */
export function openReadReplica(url: string, { maxLagSeconds, primary, db, slow, log }: ReadReplicaOptions): ReadReplica {
  openClient(setting, url)
  const connection = openPing(url)
  const outages = countFailures(log, { about: { component: 'read replica' }, texts: readReplicaTexts })
  const openedAt = performance.now()
  let isReplica = false
  let hasOwnSessions = false
  let server: string | undefined
  let retryAt = 0
  /** The replica has everything that was committed before this time. */
  let caughtUpAt = Number.NEGATIVE_INFINITY
  /** Positions of the primary, oldest first, from the last position that the replica has reached. */
  let positions: { at: number; position: bigint }[] = []
  let history: string | undefined

  const lagMs = () => performance.now() - Math.max(caughtUpAt, openedAt)
  const isUsable = () => isReplica && performance.now() - caughtUpAt <= maxLagSeconds * 1_000

  function stopUsing(error: unknown): void {
    isReplica = false
    hasOwnSessions = false
    outages.failed({ component: 'read replica', reason: reasonOf(error) }, readReplicaTexts.lost)
  }

  /** The position of an idle primary stays the same, so its replica doesn't seem to lag. Clocks of different servers are never compared. */
  async function measure(): Promise<void> {
    const at = performance.now()
    const primaryState = await primary.readRow<ServerState>(primaryStatement)
    if (history !== primaryState.system + primaryState.timeline) positions = []
    history = primaryState.system + primaryState.timeline
    positions = [...positions, { at, position: BigInt(primaryState.position) }].slice(-maxPositions)
    try {
      const state = await connection.readRow<ReplicaState>(replicaStatement)
      requireReplicaOf(primaryState, state)
      if (!hasOwnSessions) await requireSessions(setting, url)
      hasOwnSessions = true
      // A different server can be further behind.
      if (server !== state.server) caughtUpAt = Number.NEGATIVE_INFINITY
      server = state.server
      const reached = positions.findLastIndex(({ position }) => position <= BigInt(state.position))
      if (reached >= 0) caughtUpAt = positions[reached]!.at
      positions = positions.slice(Math.max(reached, 0))
      isReplica = true
    } catch (error) {
      retryAt = performance.now() + retryIntervalMs
      stopUsing(error)
    }
  }

  async function check(): Promise<void> {
    if (!isReplica && performance.now() < retryAt) return
    try {
      await measure()
    } catch (error) {
      // Without the primary, the lag is unknown, and the replica is used until it might be too old.
      if (!isUnavailable(error)) stopUsing(error)
    }
    if (isUsable()) outages.worked()
    else if (isReplica)
      outages.failed({ component: 'read replica', reason: `the lag is ${Math.round(lagMs() / 1_000)} s` }, readReplicaTexts.lost)
  }

  const { db: replicaDb, ...database } = openDatabase(url, {
    max: maxConnections,
    calls,
    pool,
    ...(slow ? { slow } : {}),
    async onConnect(client) {
      const { rows } = await client.query<{ server: string }>('select pg_postmaster_start_time()::text as server')
      if (rows[0]!.server !== server) {
        const error = new UnusableReadReplica(`${setting} reaches several servers, or its server has just started`)
        stopUsing(error)
        throw error
      }
      await client.query('set default_transaction_read_only = on')
    },
  })
  const checks = runRegularly(check, checkIntervalMs)

  async function hasWritten(personId: string): Promise<boolean> {
    const since = sql`now() - make_interval(secs => ${maxLagSeconds + maxTransactionSeconds})`
    const events = sql`select from audit_events where actor_id = ${personId}::uuid and at > ${since} and outcome = 'allowed'`
    return (await sql<{ written: boolean }>`select exists (${events}) as written`.execute(db)).rows[0]!.written
  }

  return {
    ...database,
    canServe: async (personId) => isUsable() && !(await hasWritten(personId)),
    requireDb() {
      if (!isUsable()) throw new UnusableReadReplica()
      return replicaDb
    },
    hasFailed(error) {
      if (error instanceof UnusableReadReplica) return true
      if (isUnavailable(error)) stopUsing(error)
      return isUnavailable(error) || conflictStates.has((error as pg.DatabaseError).code ?? '')
    },
    isUsable,
    lagSeconds: () => lagMs() / 1_000,
    async close() {
      await checks.stop()
      await Promise.all([connection.close(), database.close()])
    },
  }
}
