import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../db/database.ts'

/** A holder that is not heard of for so long is given up: PostgreSQL ends its session, and with it the lock. */
const silenceMs = 8_000
const sayEveryMs = 2_000
/** Shorter than `silenceMs`, so that a stalled holder stops believing in its lock before another worker can have it. */
const believedMs = 6_000
/** Long enough for the holder before us to let go after its last commit. */
const patienceMs = 2_000

export interface RunLock {
  /** Whether it is certain that no other worker has the run. */
  held(): boolean
  release(): Promise<void>
}

/** Locks a run for this worker; undefined when another one works on it. The lock goes with a process that dies, and is taken from one that stalls. */
export async function lockRun(databaseUrl: string, runId: string): Promise<RunLock | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'slipway-run', keepAlive: true })
  let lost = false
  client.on('error', () => {
    lost = true
  })
  await client.connect()
  try {
    await client.query(`set idle_session_timeout = ${silenceMs}; set lock_timeout = ${patienceMs}`)
    await client.query('select pg_advisory_lock(hashtextextended($1, 1))', [runId])
  } catch (error) {
    await client.end().catch(() => {})
    if (error instanceof pg.DatabaseError && error.code === '55P03') return undefined
    throw error
  }
  let heardAt = performance.now()
  const timer = setInterval(() => {
    const saidAt = performance.now()
    client.query('select 1').then(
      () => {
        heardAt = saidAt
      },
      () => {
        lost = true
      },
    )
  }, sayEveryMs)
  return {
    held: () => !lost && performance.now() - heardAt < believedMs,
    async release() {
      clearInterval(timer)
      await client.end().catch(() => {})
    },
  }
}

/** That a worker holds the run at this moment. */
export const heldBySomebody = (runId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from pg_locks
  where locktype = 'advisory' and granted and objsubid = 1 and database = (select oid from pg_database where datname = current_database())
    and (classid::bigint << 32) | objid::bigint = hashtextextended(${runId}::text, 1))`

export async function isHeld(db: Db, runId: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select ${heldBySomebody(sql`${runId}`)} as held`.execute(db)
  return rows[0]!.held
}
