import type { Db } from '../db/database.ts'
import type { Jobs } from '../workflows/jobs.ts'
import { requeueRun, restartStep } from './requeueRun.ts'

/**
 * Retries a waiting or failed run immediately. With `at`, the run is retried only if it is at this step.
 * @returns whether the run was queued
 */
export async function wakeRun(db: Db, jobs: Jobs, runId: string, now: Date, at?: string): Promise<boolean> {
  const run = await db.selectFrom('work_runs').selectAll().where('id', '=', runId).forUpdate().executeTakeFirst()
  if (run?.status !== 'waiting' && run?.status !== 'failed') return false
  const step = await db
    .selectFrom('work_steps')
    .select(['run_id', 'position', 'name'])
    .where('run_id', '=', runId)
    .where('status', 'in', ['waiting', 'failed'])
    .orderBy('position')
    .forUpdate()
    .executeTakeFirst()
  if (!step || (at !== undefined && step.name !== at)) return false
  await restartStep(db, step)
  await requeueRun(db, jobs, run, now)
  return true
}
