import type { Static } from 'typebox'
import type { Db } from '../../../db/database.ts'
import { queueTitles, titleOfQueue } from './queues.ts'
import type { QueuePause } from './schemas.ts'

export async function loadPauses(db: Db): Promise<Static<typeof QueuePause>[]> {
  const rows = await db
    .selectFrom('queue_pauses as q')
    .innerJoin('people as p', 'p.id', 'q.paused_by')
    .select(['q.queue', 'q.reason', 'q.paused_at', 'p.display_name'])
    .orderBy('q.paused_at')
    .orderBy('q.queue')
    .limit(Object.keys(queueTitles).length)
    .execute()
  return rows.map(({ queue, reason, paused_at, display_name }) => ({
    queue,
    ...titleOfQueue(queue),
    since: paused_at.toISOString(),
    by: display_name,
    reason,
  }))
}
