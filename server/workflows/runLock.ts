import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../db/database.ts'

/** After this time without a sign of life from the holder, PostgreSQL ends its session, and with it the lock. */
const silenceMs = 8_000
const logIntervalMs = 2_000
/** Shorter than `silenceMs`, so that a stalled holder gives up its lock before another worker can get it. */
const believedMs = 6_000
/** Gives the previous holder time to release the lock after its last commit. */
const maxWaitMs = 2_000

export interface RunLock {
  /** True if no other worker can have the run. */
  held(): boolean
  release(): Promise<void>
}

/**
 * Locks a run for this worker; undefined if another worker has it. The lock ends with a process that dies, and is taken from one that
 * stalls.
 */
export async function lockRun(databaseUrl: string, runId: string): Promise<RunLock | undefined> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'slipway-run', keepAlive: true })
  let lost = false
  client.on('error', () => {
    lost = true
  })
  await client.connect()
  try {
    await client.query(`set idle_session_timeout = ${silenceMs}; set lock_timeout = ${maxWaitMs}`)
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
  }, logIntervalMs)
  return {
    held: () => !lost && performance.now() - heardAt < believedMs,
    async release() {
      clearInterval(timer)
      await client.end().catch(() => {})
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
