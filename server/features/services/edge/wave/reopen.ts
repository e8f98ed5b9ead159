import { sql } from 'kysely'
import type { Db } from '../../../../db/database.ts'

/** Sets a wave and its rollout back to running after a manual retry or skip of a step. */
export async function reopenWave(db: Db, workId: string, now: Date): Promise<void> {
  const wave = await db
    .updateTable('edge_waves')
    .set({ status: 'running', ended_at: null })
    .where('work_id', '=', workId)
    .where('status', '=', 'halted')
    .returning('rollout_id')
    .executeTakeFirst()
  if (wave)
    await db
      .updateTable('edge_rollouts')
      .set({ status: 'running', halt_reason: null, halted_at: null, halted_by: null, version: sql`version + 1`, updated_at: now })
      .where('id', '=', wave.rollout_id)
      .where('status', '=', 'halted')
      .execute()
}
