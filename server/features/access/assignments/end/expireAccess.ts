import { type Db, inTransaction } from '../../../../db/database.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { startRevoke } from './startRevoke.ts'

const batchSize = 1_000
/** A call processes at most this many batches. The next call, a minute later, continues. */
const maxBatches = 20

/**
 * Starts to end assignments whose end date has passed, even if it passed while Slipway was off. Runs every minute.
 * @returns the number of assignments
 */
export async function expireAccess({ db, jobs, now }: { db: Db; jobs: Jobs; now: () => Date }): Promise<number> {
  let endedCount = 0
  for (let round = 0; round < maxBatches; round++) {
    const batch = await inTransaction(db, (tx) => expireBatch({ db: tx, jobs, now: now() }))
    endedCount += batch
    if (batch < batchSize) break
  }
  return endedCount
}

async function expireBatch({ db, jobs, now }: { db: Db; jobs: Jobs; now: Date }): Promise<number> {
  const dueRows = await db
    .selectFrom('group_assignments')
    .select('id')
    .where('status', 'in', ['granting', 'active'])
    .where('ends_at', '<=', now)
    // A duration in hours counts from the moment at which the directory has the membership, so such a grant has no end date before that.
    .where('duration_hours', 'is', null)
    .orderBy('ends_at')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  const endedAssignments = await startRevoke({ db, jobs }, { assignmentIds: dueRows.map(({ id }) => id), as: 'expired', now })
  return endedAssignments.length
}
