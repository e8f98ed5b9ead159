import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../../db/database.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { startRun } from '../../../../workflows/startRun.ts'
import { wavePlan } from './plan.ts'

export interface ServiceContext {
  db: Db
  jobs: Jobs
  now: Date
}

/** The run's subject is one attempt at a wave, so a wave that is started again gets a new run. */
const edgeWaveKind = 'edgeWave'

/** The caller must have locked the row of the rollout. */
export async function startNextWave(context: ServiceContext, rolloutId: string): Promise<boolean> {
  const nextWave = await context.db
    .selectFrom('edge_waves')
    .select('id')
    .where('rollout_id', '=', rolloutId)
    .where('status', 'in', ['planned', 'halted'])
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  if (nextWave) await startWave(context, nextWave.id)
  return nextWave !== undefined
}

/** Starts another attempt at a wave with a new run, because a run that has completed never changes. */
async function startWave({ db, jobs, now }: ServiceContext, waveId: string): Promise<void> {
  const workId = uuidv7()
  const wave = await db
    .updateTable('edge_waves')
    .set({
      status: 'running',
      attempt: sql`attempt + 1`,
      work_id: workId,
      started_at: sql<Date>`coalesce(started_at, ${now}::timestamptz)`,
      ended_at: null,
    })
    .where('id', '=', waveId)
    .returning(['rollout_id', 'number', 'attempt'])
    .executeTakeFirstOrThrow()
  await db
    .updateTable('edge_rollout_stores')
    .set({ status: 'queued', updated_at: now })
    .where('wave_id', '=', waveId)
    .where('status', '=', 'planned')
    .execute()
  await recordSystemEvent(db, {
    action: 'edgeWaveStarted',
    subject: { kind: 'edgeRollout', id: wave.rollout_id },
    after: { wave: wave.number, attempt: wave.attempt, workId },
    reason: 'The previous wave has finished.',
  })
  await startRun({ db, jobs }, wavePlan, { kind: edgeWaveKind, id: workId }, { waveId })
}
