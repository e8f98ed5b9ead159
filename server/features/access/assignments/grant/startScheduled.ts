import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import { type Db, inTransaction } from '../../../../db/database.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { carryOutGrants } from './startGrant.ts'

const batchSize = 200

/** Starts grants whose start date has passed, including while Slipway was off. Runs every minute. @returns how many */
export function startScheduled({ db, jobs, now }: { db: Db; jobs: Jobs; now: () => Date }): Promise<number> {
  return inTransaction(db, async (tx) => {
    const due = await tx
      .selectFrom('group_assignments')
      .select('id')
      .where('status', '=', 'scheduled')
      .where('starts_at', '<=', now())
      .orderBy('starts_at')
      .limit(batchSize)
      .forUpdate()
      .skipLocked()
      .execute()
    if (due.length === 0) return 0
    const ids = due.map(({ id }) => id)
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
    await carryOutGrants({ db: tx, jobs }, ids)
    return ids.length
  })
}
