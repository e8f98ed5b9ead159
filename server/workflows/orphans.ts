import { sql } from 'kysely'
import { inTransaction } from '../db/database.ts'
import { reportOutages } from '../db/reportOutages.ts'
import { runRegularly } from '../db/runRegularly.ts'
import type { RunnerContext } from './claim.ts'
import { hasLock } from './runLock.ts'

const pollIntervalMs = 2_000

/**
 * Queues runs again that have lost their worker. Such a run has no lock, and is either marked as running or has no job left, because the
 * process was killed between taking the job and claiming the run.
 */
export async function requeueOrphans({ db, jobs, now }: Pick<RunnerContext, 'db' | 'jobs' | 'now'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    const orphans = await sql<{ id: string }>`
      update work_runs set status = 'queued', updated_at = ${now()}
      where status in ('queued', 'running', 'waiting')
        and (status = 'running' or (
          id::text not in (select data ->> 'runId' from pgboss.job where name = 'work' and state < 'active' and data ->> 'runId' is not null)
          and not exists (select from work_steps where run_id = work_runs.id and next_attempt_at > ${now()})))
        and not ${hasLock(sql`work_runs.id`)}
      returning id`.execute(tx)
    for (const { id } of orphans.rows) await jobs.send(tx, 'work', { runId: id })
  })
}

/**
 * Looks for orphans now and every two seconds, so that runs of a killed process resume at the next start, or immediately in another
 * process.
 */
export function watchOrphans(context: Pick<RunnerContext, 'db' | 'jobs' | 'now' | 'log'>): { stop(): Promise<void> } {
  const outages = reportOutages(context.log, { component: 'orphans', text: 'couldn’t check for runs without a worker' })
  return runRegularly(() => requeueOrphans(context).then(outages.worked, outages.failed), pollIntervalMs)
}
