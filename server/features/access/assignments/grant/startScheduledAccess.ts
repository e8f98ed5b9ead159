import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import { type Db, inTransaction } from '../../../../db/database.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { startGrantRuns } from './startGrant.ts'

const batchSize = 200

/**
 * Starts grants whose start date has passed, even if it passed while Slipway was off. Runs every minute.
 * @returns the number of grants
 */
export function startScheduledAccess({ db, jobs, now }: { db: Db; jobs: Jobs; now: () => Date }): Promise<number> {
  return inTransaction(db, async (tx) => {
    const dueRows = await tx
      .selectFrom('group_assignments')
      .select('id')
      .where('status', '=', 'scheduled')
      .where('starts_at', '<=', now())
      .orderBy('starts_at')
      .limit(batchSize)
      .forUpdate()
      .skipLocked()
      .execute()
    if (dueRows.length === 0) return 0
    const ids = dueRows.map(({ id }) => id)
    await tx.updateTable('group_assignments').set({ status: 'granting', updated_at: now() }).where('id', 'in', ids).execute()
    await recordSystemEvent(
      tx,
      ...ids.map((id) => ({
        action: 'accessStarted' as const,
        subject: { kind: 'groupAssignment', id },
        before: { status: 'scheduled' },
        after: { status: 'granting' },
        reason: 'Scheduled start.',
      })),
    )
    await startGrantRuns({ db: tx, jobs }, ids)
    return ids.length
  })
}
