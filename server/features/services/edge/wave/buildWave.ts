import { sql } from 'kysely'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../../db/database.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import type { Workflow } from '../../../../workflows/workflow.ts'
import { lockRollout } from '../queries.ts'
import { haltFor, haltRollout } from './halt.ts'
import { loadWave, type WaveInput } from './input.ts'
import { wavePlan } from './plan.ts'
import { reconcileRollout } from './resolve.ts'
import { startNextWave } from './startNextWave.ts'

/** Sets up the stores of a wave, then starts the next wave. No other code starts the next wave. */
export const buildWave: Workflow<WaveInput> = {
  ...wavePlan,
  async succeeded({ db, jobs, input, now }) {
    const wave = await loadWave(db, input.waveId)
    await lockRollout(db, wave.rolloutId)
    await failRemainingStores(db, wave.id, now)
    await haltFor(db, wave, now)
    const remainingCount = await returnStores(db, wave.id, now)
    const { status } = await lockRollout(db, wave.rolloutId)
    const waveStatus = status === 'halted' && remainingCount ? 'halted' : 'done'
    await db.updateTable('edge_waves').set({ status: waveStatus, ended_at: now }).where('id', '=', wave.id).execute()
    await recordSystemEvent(db, {
      action: 'edgeWaveEnded',
      subject: { kind: 'edgeRollout', id: wave.rolloutId },
      after: { wave: wave.number, status: waveStatus },
      reason: waveStatus === 'done' ? 'Every store of the wave is built, failed or skipped.' : 'The rollout was halted in the meantime.',
    })
    const resumesAfter = status === 'running' && (await startNextWave({ db, jobs, now }, wave.rolloutId))
    if (!resumesAfter) await reconcileRollout(db, wave.rolloutId, now)
    await publishChange(db, { kind: 'edgeRollout', id: wave.rolloutId })
  },
  async failed({ db, input, now, step, message }) {
    const wave = await loadWave(db, input.waveId)
    await lockRollout(db, wave.rolloutId)
    await haltRollout(db, { rolloutId: wave.rolloutId, reason: `Wave ${wave.number}, “${step}”: ${message}`, by: null, now })
    await db.updateTable('edge_waves').set({ status: 'halted', ended_at: now }).where('id', '=', wave.id).execute()
    await publishChange(db, { kind: 'edgeRollout', id: wave.rolloutId })
  },
}

/** If a person skipped a step, stores that have not finished this step are marked as failed. */
async function failRemainingStores(db: Db, waveId: string, now: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`with lost as (
      update edge_rollout_stores set status = 'failed', reason = 'A step of the wave was skipped, so the store wasn’t completed.', updated_at = ${now}
      where wave_id = ${waveId} and status = 'building' returning account_id
    )
    update accounts a set status = 'failed', version = a.version + 1, updated_at = ${now} from lost
    where a.id = lost.account_id and a.status = 'provisioning' returning a.id`.execute(db)
  await recordSystemEvent(
    db,
    ...rows.map(({ id }) => ({
      action: 'accountFailed' as const,
      subject: { kind: 'account', id },
      before: { status: 'provisioning' },
      after: { status: 'failed' },
      reason: 'A step of the wave was skipped, so the store wasn’t completed.',
      outcome: 'failed' as const,
    })),
  )
}

/**
 * Plans stores again that didn't start before a halt.
 * @returns whether the wave has such stores, or failed stores
 */
async function returnStores(db: Db, waveId: string, now: Date): Promise<boolean> {
  await db
    .updateTable('edge_rollout_stores')
    .set({ status: 'planned', updated_at: now })
    .where('wave_id', '=', waveId)
    .where('status', '=', 'queued')
    .execute()
  const remainingCount = await db
    .selectFrom('edge_rollout_stores')
    .select('id')
    .where('wave_id', '=', waveId)
    .where('status', 'in', ['planned', 'failed'])
    .limit(1)
    .executeTakeFirst()
  return remainingCount !== undefined
}
