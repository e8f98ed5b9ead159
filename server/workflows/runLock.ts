import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../db/database.ts'

/** If the holder of the lock sends nothing for this time, PostgreSQL ends its session and releases the lock. */
const sessionTimeoutMs = 8_000
const heartbeatIntervalMs = 2_000
/** The time is less than `sessionTimeoutMs`, so that a stalled holder gives up its lock before another worker can get it. */
const lockTrustMs = 6_000
/**
 * The timeout is more than `maxWaitMs` and less than `lockTrustMs`, so that a connection without responses is closed before its lock is
 * given up.
 */
const lockResponseTimeoutMs = 4_000
/** A worker waits this long for the previous holder, or PostgreSQL, to release the lock. */
const maxWaitMs = 2_000

export interface RunLock {
  isHeld(): boolean
  release(): Promise<void>
}

interface Session {
  /** The types of pg lack these methods. */
  client: pg.Client & { ref(): void; unref(): void }
  lost: boolean
}

/** Sessions without a lock, by database. PostgreSQL ends a session that is unused for `sessionTimeoutMs`. */
const freeSessions = new Map<string, Session[]>()

async function openSession(databaseUrl: string): Promise<Session> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'slipway-run',
    keepAlive: true,
    query_timeout: lockResponseTimeoutMs,
  })
  const session: Session = { client: client as Session['client'], lost: false }
  const markLost = () => {
    session.lost = true
    const otherSessions = freeSessions.get(databaseUrl)?.filter((other) => other !== session)
    if (otherSessions) freeSessions.set(databaseUrl, otherSessions)
  }
  client.on('error', markLost)
  client.on('end', markLost)
  await client.connect()
  await client.query(`set idle_session_timeout = ${sessionTimeoutMs}; set lock_timeout = ${maxWaitMs}`)
  return session
}

function close({ client }: Session): Promise<void> {
  return client.end().catch(() => {})
}

/** An unused session must not keep the process alive. */
function returnSession(databaseUrl: string, session: Session): void {
  session.client.unref()
  freeSessions.set(databaseUrl, [...(freeSessions.get(databaseUrl) ?? []), session])
}

async function lockIn(databaseUrl: string, runId: string, existingSession?: Session): Promise<Session | undefined> {
  existingSession?.client.ref()
  const session = existingSession ?? (await openSession(databaseUrl))
  try {
    await session.client.query('select pg_advisory_lock(hashtextextended($1, 1))', [runId])
    return session
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '55P03') return void returnSession(databaseUrl, session)
    await close(session)
    // PostgreSQL can end a session at the moment in which it is used again.
    if (existingSession) return lockIn(databaseUrl, runId)
    throw error
  }
}

/**
 * Locks a run for this worker; undefined if another worker has the run. If the process dies, its lock ends; if the process stalls,
 * PostgreSQL takes the lock away.
 */
export async function lockRun(databaseUrl: string, runId: string): Promise<RunLock | undefined> {
  const session = await lockIn(databaseUrl, runId, freeSessions.get(databaseUrl)?.pop())
  if (!session) return undefined
  const { client } = session
  let confirmedAt = performance.now()
  const timer = setInterval(() => {
    const sentAt = performance.now()
    client.query('select 1').then(
      () => {
        confirmedAt = sentAt
      },
      () => {
        session.lost = true
      },
    )
  }, heartbeatIntervalMs)
  return {
    isHeld: () => !session.lost && performance.now() - confirmedAt < lockTrustMs,
    async release() {
      clearInterval(timer)
      const unlockQuery = client.query('select pg_advisory_unlock(hashtextextended($1, 1))', [runId]).then(
        () => !session.lost,
        () => false,
      )
      // A database that doesn't respond must not block the worker.
      if (await Promise.race([unlockQuery, delay(maxWaitMs, false, { ref: false })])) returnSession(databaseUrl, session)
      else await close(session)
    },
  }
}

/** SQL condition: a session, of this process or another, has the lock of the run. */
export const hasLock = (runId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from pg_locks
  where locktype = 'advisory' and granted and objsubid = 1 and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32) | objid::bigint = hashtextextended(${runId}::text, 1))`

export async function isRunLocked(db: Db, runId: string): Promise<boolean> {
  const { rows } = await sql<{ isLocked: boolean }>`select ${hasLock(sql`${runId}`)} as "isLocked"`.execute(db)
  return rows[0]!.isLocked
}
