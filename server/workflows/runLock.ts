import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../db/database.ts'

/** After this time without a sign of life from the holder, PostgreSQL ends its session, and with it the lock. */
const silenceMs = 8_000
const logIntervalMs = 2_000
/** Shorter than `silenceMs`, so that a stalled holder gives up its lock before another worker can get it. */
const believedMs = 6_000
/** Longer than `maxWaitMs`, and shorter than `believedMs`, so that a connection without answers is given up before its lock is. */
const answerMs = 4_000
/** Gives the previous holder time to release the lock after its last commit, and PostgreSQL time to release one. */
const maxWaitMs = 2_000

export interface RunLock {
  /** True if no other worker can have the run. */
  held(): boolean
  release(): Promise<void>
}

interface Session {
  /** Its types lack these methods. */
  client: pg.Client & { ref(): void; unref(): void }
  lost: boolean
}

/** Sessions without a lock, by database. PostgreSQL ends a session that stays free for `silenceMs`. */
const free = new Map<string, Session[]>()

async function openSession(databaseUrl: string): Promise<Session> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'slipway-run', keepAlive: true, query_timeout: answerMs })
  const session: Session = { client: client as Session['client'], lost: false }
  const lose = () => {
    session.lost = true
    const others = free.get(databaseUrl)?.filter((other) => other !== session)
    if (others) free.set(databaseUrl, others)
  }
  client.on('error', lose)
  client.on('end', lose)
  await client.connect()
  await client.query(`set idle_session_timeout = ${silenceMs}; set lock_timeout = ${maxWaitMs}`)
  return session
}

function close({ client }: Session): Promise<void> {
  return client.end().catch(() => {})
}

/** A free session no longer keeps the process alive. */
function keep(databaseUrl: string, session: Session): void {
  session.client.unref()
  free.set(databaseUrl, [...(free.get(databaseUrl) ?? []), session])
}

/** @returns a session with the lock; undefined if another session has it */
async function lockIn(databaseUrl: string, runId: string, kept?: Session): Promise<Session | undefined> {
  kept?.client.ref()
  const session = kept ?? (await openSession(databaseUrl))
  try {
    await session.client.query('select pg_advisory_lock(hashtextextended($1, 1))', [runId])
    return session
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '55P03') return void keep(databaseUrl, session)
    await close(session)
    // PostgreSQL can end a session in the moment in which it is used again.
    if (kept) return lockIn(databaseUrl, runId)
    throw error
  }
}

/**
 * Locks a run for this worker; undefined if another worker has it. The lock ends with a process that dies, and is taken from one that
 * stalls.
 */
export async function lockRun(databaseUrl: string, runId: string): Promise<RunLock | undefined> {
  const session = await lockIn(databaseUrl, runId, free.get(databaseUrl)?.pop())
  if (!session) return undefined
  const { client } = session
  let heardAt = performance.now()
  const timer = setInterval(() => {
    const saidAt = performance.now()
    client.query('select 1').then(
      () => {
        heardAt = saidAt
      },
      () => {
        session.lost = true
      },
    )
  }, logIntervalMs)
  return {
    held: () => !session.lost && performance.now() - heardAt < believedMs,
    async release() {
      clearInterval(timer)
      const unlocking = client.query('select pg_advisory_unlock(hashtextextended($1, 1))', [runId]).then(
        () => !session.lost,
        () => false,
      )
      // A database that doesn't answer must not block the worker.
      if (await Promise.race([unlocking, delay(maxWaitMs, false, { ref: false })])) keep(databaseUrl, session)
      else await close(session)
    },
  }
}

export const heldBySomebody = (runId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from pg_locks
  where locktype = 'advisory' and granted and objsubid = 1 and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32) | objid::bigint = hashtextextended(${runId}::text, 1))`

export async function isHeld(db: Db, runId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select ${heldBySomebody(sql`${runId}`)} as held`.execute(db)
  return rows[0]!.held
}
