import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'

/** Delay in which alerts collect before they are grouped, so that a storm makes two groupings a second instead of hundreds. */
export const gatherMs = 500

/**
 * Queues a job unless another is already waiting. Call it after the commit, so that the waiting job sees the new rows. `closeQuietAlerts` finds rows
 * whose job was lost.
 * @returns whether a job was queued
 */
export async function wake(
  { db, jobs }: { db: Db; jobs: Jobs },
  queue: 'groupAlerts' | 'syncAlertsToServiceNow',
  afterMs: number,
): Promise<boolean> {
  const waiting = await sql<{ waits: boolean }>`select exists (
    select from pgboss.job where name = ${queue} and state < 'active' and start_after <= now() + ${afterMs} * interval '1 millisecond') as waits`.execute(
    db,
  )
  if (waiting.rows[0]?.waits) return false
  await jobs.send(db, queue, {}, { afterMs })
  return true
}
