import { type Db, inTransaction } from '../../../../db/database.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { startRevoke } from './startRevoke.ts'

const batchSize = 1_000
/** A call processes at most this many batches; the rest follows a minute later. */
const maxBatches = 20

/** Starts to end assignments whose end date has passed, including while Slipway was off. Runs every minute. @returns how many */
export async function expireAssignments({ db, jobs, now }: { db: Db; jobs: Jobs; now: () => Date }): Promise<number> {
  let ended = 0
  for (let round = 0; round < maxBatches; round++) {
    const some = await inTransaction(db, (tx) => expireSome({ db: tx, jobs, now: now() }))
    ended += some
    if (some < batchSize) break
  }
  return ended
}

async function expireSome({ db, jobs, now }: { db: Db; jobs: Jobs; now: Date }): Promise<number> {
  const due = await db
    .selectFrom('group_assignments')
    .select('id')
    .where('status', 'in', ['granting', 'active'])
    .where('ends_at', '<=', now)
    // A duration in hours counts from the moment the directory has the membership, so such a grant has no end date before.
    .where('duration_hours', 'is', null)
    .orderBy('ends_at')
    .limit(batchSize)
    .forUpdate()
    .skipLocked()
    .execute()
  const ended = await startRevoke({ db, jobs }, { assignmentIds: due.map(({ id }) => id), as: 'expired', now })
  return ended.length
}
