import { sql } from 'kysely'
import type { Db } from '../../../../db/database.ts'

/** The work of a wave goes on after a step was retried or skipped by hand: the wave and its rollout run again. */
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
      .set({ status: 'running', halted_because: null, halted_at: null, halted_by: null, version: sql`version + 1`, updated_at: now })
      .where('id', '=', wave.rollout_id)
      .where('status', '=', 'halted')
      .execute()
}
