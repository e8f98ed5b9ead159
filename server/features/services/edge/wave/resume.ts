import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../../../db/database.ts'
import { nextVersion, updateRow } from '../../../../db/rows.ts'
import { requeueRun } from '../../../../runs/requeueRun.ts'
import { reopenWave } from './reopen.ts'
import { reconcileRollout } from './resolve.ts'
import { type ServiceContext, startNextWave } from './startNextWave.ts'

/** The caller must have locked the row of the rollout. */
export async function resumeRollout({ db, jobs, now }: ServiceContext, rolloutId: string): Promise<void> {
  await setRunning(db, rolloutId, now)
  const failedRun = await stuckRun(db, rolloutId)
  if (failedRun) {
    await reopenWave(db, failedRun.subject_id, now)
    await requeueRun(db, jobs, failedRun, now)
  } else if (!(await startNextWave({ db, jobs, now }, rolloutId))) await reconcileRollout(db, rolloutId, now)
}

async function setRunning(db: Db, rolloutId: string, now: Date): Promise<void> {
  await updateRow(db, 'edge_rollouts', rolloutId, {
    status: 'running',
    halt_reason: null,
    halted_at: null,
    halted_by: null,
    ended_at: null,
    ...nextVersion(now),
  })
}

async function stuckRun(db: Db, rolloutId: string) {
  const run = await db
    .selectFrom('work_runs as u')
    .innerJoin('edge_waves as w', 'w.work_id', 'u.subject_id')
    .select(['u.id', 'u.subject_id', 'u.subject_kind'])
    .where('w.rollout_id', '=', rolloutId)
    .where('w.status', '=', 'halted')
    .where('u.subject_kind', '=', 'edgeWave')
    .where('u.status', '=', 'failed')
    .executeTakeFirst()
  if (!run) return undefined
  await db
    .updateTable('work_steps')
    .set({ status: 'pending', attempts: 0, started_at: null, ended_at: null, next_attempt_at: null, error: null, note: null })
    .where('run_id', '=', run.id)
    .where('status', '=', 'failed')
    .execute()
  return run
}

/**
 * Retries failed stores in the next wave that will run. If there is none or its run has failed, an additional wave is added at the end.
 * @returns the number of stores
 */
export async function retryFailed(db: Db, rolloutId: string, now: Date): Promise<number> {
  const waveId = (await waveToResume(db, rolloutId)) ?? (await addRetryWave(db, rolloutId))
  // Stores whose account was deleted in the meantime are skipped.
  await sql`update edge_rollout_stores s set status = 'skipped', reason = 'The store’s account was deleted in the meantime.', updated_at = ${now}
    from accounts a where a.id = s.account_id and s.rollout_id = ${rolloutId} and s.status = 'failed' and a.status = 'deleted'`.execute(db)
  const { rows } = await sql<{
    account_id: string
  }>`update edge_rollout_stores s set status = 'planned', wave_id = ${waveId}, reason = null,
      note = null, poll = null, tries = 0, requested_at = null, step_since = null, updated_at = ${now}
    where s.rollout_id = ${rolloutId} and s.status = 'failed' returning s.account_id`.execute(db)
  await sql`update accounts set status = 'provisioning', version = version + 1, updated_at = ${now}
    where id = any (${rows.map(({ account_id }) => account_id)}::uuid[]) and status = 'failed'`.execute(db)
  if (rows.length === 0)
    await sql`delete from edge_waves w where w.id = ${waveId} and w.status = 'planned'
      and not exists (select from edge_rollout_stores s where s.wave_id = w.id)`.execute(db)
  return rows.length
}

async function waveToResume(db: Db, rolloutId: string): Promise<string | undefined> {
  const nextWave = await db
    .selectFrom('edge_waves as w')
    .leftJoin('work_runs as u', (join) => join.onRef('u.subject_id', '=', 'w.work_id').on('u.subject_kind', '=', 'edgeWave'))
    .select(['w.id', 'u.status'])
    .where('w.rollout_id', '=', rolloutId)
    .where('w.status', 'in', ['halted', 'planned'])
    .orderBy('w.number')
    .limit(1)
    .executeTakeFirst()
  return nextWave?.status === 'failed' ? undefined : nextWave?.id
}

async function addRetryWave(db: Db, rolloutId: string): Promise<string> {
  const id = uuidv7()
  await sql`insert into edge_waves (id, rollout_id, number, status)
    select ${id}, ${rolloutId}, max(number) + 1, 'planned' from edge_waves where rollout_id = ${rolloutId}`.execute(db)
  return id
}
