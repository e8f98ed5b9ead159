import { sql } from 'kysely'
import { type Db, inTransaction } from '../../../../db/database.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { type ServiceContext, startCleanUp } from '../start.ts'

const batchSize = 50
const maxBatches = 40
/** The delay after the first failure. After the second failure, the delay is doubled. */
const retryIntervalMinutes = 15

/** Starts removals again that have no run, because the run failed or its job was lost. Runs every minute. */
export async function retrySandboxCleanups({ db, jobs, now }: { db: Db; jobs: Jobs; now: () => Date }): Promise<void> {
  for (let round = 0; round < maxBatches; round++) {
    const batch = await inTransaction(db, (tx) => retryBatch({ db: tx, jobs }, now()))
    if (batch < batchSize) break
  }
}

async function retryBatch(context: ServiceContext, now: Date): Promise<number> {
  const dueRows = await context.db
    .selectFrom('sandboxes as s')
    .select(['s.id', 's.cleanup_failures'])
    .where('s.status', '=', 'deleting')
    .where('s.removing_at', 'is not', null)
    .where(sql<boolean>`not exists (select from sandbox_actions a where a.sandbox_id = s.id and a.status = 'open')`)
    .where(
      sql<boolean>`not exists (select from sandbox_actions a where a.sandbox_id = s.id and a.kind = 'cleanUp'
        and a.ended_at > ${now}::timestamptz - greatest(s.cleanup_failures, 1) * ${retryIntervalMinutes} * interval '1 minute')`,
    )
    .orderBy('s.removing_at')
    .orderBy('s.id')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { id, cleanup_failures } of dueRows)
    await startCleanUp(context, { sandboxId: id, requestedBy: null, reason: cleanup_failures > 0 ? 'An earlier attempt failed.' : '', now })
  return dueRows.length
}
