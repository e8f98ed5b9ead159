import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'

/** Delay before alerts are grouped. If many alerts arrive together, they are grouped twice a second instead of hundreds of times. */
export const batchDelayMs = 500

/**
 * Queues a job unless another job is already waiting. Must be called after the commit, so that the waiting job sees the new rows.
 * `resumeWaitingAlerts` finds rows whose job was lost.
 * @returns whether a job was queued
 */
export async function enqueueDelayed(
  { db, jobs }: { db: Db; jobs: Jobs },
  queue: 'groupAlerts' | 'syncAlertsToServiceNow',
  afterMs: number,
): Promise<boolean> {
  const waitingCheck = await sql<{ waits: boolean }>`select exists (
    select from pgboss.job where name = ${queue} and state < 'active' and start_after <= now() + ${afterMs} * interval '1 millisecond') as waits`.execute(
    db,
  )
  if (waitingCheck.rows[0]?.waits) return false
  await jobs.send(db, queue, {}, { afterMs })
  return true
}
