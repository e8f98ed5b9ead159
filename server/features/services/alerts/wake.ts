import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'

/** So long alerts gather before they are folded: a storm makes two folds a second and not hundreds. */
export const gatherMs = 500

/**
 * Sees to it that a job comes. To be called after the commit of what it is to do: a job that waits, and makes another one needless, then sees
 * it. What is lost between the two, `tendAlerts` finds.
 * @returns whether it sent one; not where one waits already
 */
export async function wake({ db, jobs }: { db: Db; jobs: Jobs }, queue: 'foldAlerts' | 'tellAlerts', afterMs: number): Promise<boolean> {
  const waiting = await sql<{ waits: boolean }>`select exists (
    select from pgboss.job where name = ${queue} and state < 'active' and start_after <= now() + ${afterMs} * interval '1 millisecond') as waits`.execute(
    db,
  )
  if (waiting.rows[0]?.waits) return false
  await jobs.send(db, queue, {}, { afterMs })
  return true
}
