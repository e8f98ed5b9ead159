import { sql } from 'kysely'
import { inTransaction } from '../db/database.ts'
import type { RunnerContext } from './claim.ts'
import { heldBySomebody } from './runLock.ts'

const pollIntervalMs = 2_000

/**
 * A run without a lock has lost its worker if it is marked as running, or if it has no job left: the process was killed between taking the
 * job and claiming the run. It is queued again.
 */
export async function requeueOrphans({ db, jobs, now }: Pick<RunnerContext, 'db' | 'jobs' | 'now'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    const orphans = await sql<{ id: string }>`
      update work_runs set status = 'queued', updated_at = ${now()}
      where status in ('queued', 'running', 'waiting')
        and (status = 'running' or (
          id::text not in (select data ->> 'runId' from pgboss.job where name = 'work' and state < 'active' and data ->> 'runId' is not null)
          and not exists (select from work_steps where run_id = work_runs.id and next_attempt_at > ${now()})))
        and not ${heldBySomebody(sql`work_runs.id`)}
      returning id`.execute(tx)
    for (const { id } of orphans.rows) await jobs.send(tx, 'work', { runId: id })
  })
}

/**
 * Looks for orphans now and every two seconds, so that runs of a killed process resume at the next start, or immediately in another
 * process.
 */
export function watchOrphans(context: Pick<RunnerContext, 'db' | 'jobs' | 'now' | 'log'>): { stop(): Promise<void> } {
  let looking: Promise<void> | undefined
  const look = () => {
    looking ??= requeueOrphans(context)
      .catch((error: unknown) => context.log.warn({ err: error }, 'could not look for runs without a worker'))
      .finally(() => {
        looking = undefined
      })
  }
  look()
  const timer = setInterval(look, pollIntervalMs)
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
