import { sql } from 'kysely'
import { type Db, inTransaction } from '../../../../db/database.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { startCleanUp, type World } from '../start.ts'

const batchSize = 50
/** A call processes at most this many batches; the rest follows a minute later. */
const maxBatches = 40
/** The delay after the first failure; it doubles after the second. */
const minutesBetween = 15

/** Restarts removals without a run, after a failure or a lost job. Runs every minute. */
export async function retryCleanUps({ db, jobs, now }: { db: Db; jobs: Jobs; now: () => Date }): Promise<void> {
  for (let round = 0; round < maxBatches; round++) {
    const some = await inTransaction(db, (tx) => retrySome({ db: tx, jobs }, now()))
    if (some < batchSize) break
  }
}

async function retrySome(world: World, now: Date): Promise<number> {
  const due = await world.db
    .selectFrom('sandboxes as s')
    .select(['s.id', 's.cleanup_failures'])
    .where('s.status', '=', 'deleting')
    .where('s.removing_at', 'is not', null)
    .where(sql<boolean>`not exists (select from sandbox_actions a where a.sandbox_id = s.id and a.status = 'open')`)
    .where(
      sql<boolean>`not exists (select from sandbox_actions a where a.sandbox_id = s.id and a.kind = 'cleanUp'
        and a.ended_at > ${now}::timestamptz - greatest(s.cleanup_failures, 1) * ${minutesBetween} * interval '1 minute')`,
    )
    .orderBy('s.removing_at')
    .orderBy('s.id')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, cleanup_failures } of due)
    await startCleanUp(world, { sandboxId: id, requestedBy: null, reason: cleanup_failures > 0 ? 'An earlier attempt failed.' : '', now })
  return due.length
}
