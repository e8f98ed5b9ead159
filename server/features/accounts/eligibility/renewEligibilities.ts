import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../../../db/database.ts'
import { clearedErrorColumns } from '../../../workflows/claim.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startRun } from '../../../workflows/startRun.ts'
import { renewEligibility } from './renewEligibility.ts'

const maxPerRun = 100
const retryAfterHours = 12

interface ServiceContext {
  db: Db
  jobs: Jobs
  now: () => Date
}

/**
 * Starts renewals of eligibilities that end soon and are still needed. A failed renewal is replaced by a new run, because the need might
 * have changed since, and because Azure returns the result of the first request for a repeated request name. Several replicas can call this
 * function concurrently.
 * @returns the number of renewals
 */
export function renewEligibilities({ db, jobs, now }: ServiceContext): Promise<number> {
  return inTransaction(db, async (tx) => {
    // Waiting for a row lock doesn't refresh the statement's view of other rows, so the runs are read in a separate statement after the
    // lock.
    await sql`select pg_advisory_xact_lock(hashtextextended('slipway eligibility renewals', 0))`.execute(tx)
    const dueRows = await tx
      .selectFrom('role_eligibilities as e')
      .leftJoin('work_runs as r', (join) =>
        join
          .onRef('r.subject_id', '=', 'e.renewal_id')
          .on('r.kind', '=', renewEligibility.kind)
          .on('r.status', 'not in', ['succeeded', 'cancelled']),
      )
      .select(['e.id', 'r.id as run'])
      .where('e.status', '=', 'active')
      .where('e.renew_at', '<=', now())
      .where(sql<boolean>`eligibility_is_needed(e, ${now()})`)
      .where(
        sql<boolean>`(r.id is null or r.status = 'failed' and r.updated_at <= ${now()}::timestamptz - ${retryAfterHours} * interval '1 hour')`,
      )
      .orderBy('e.renew_at')
      .limit(maxPerRun)
      .forUpdate('e')
      .skipLocked()
      .execute()
    let startedCount = 0
    for (const { id, run } of dueRows) {
      if (run && !(await cancelFailed(tx, run, now()))) continue
      const renewalId = randomUUID()
      await tx.updateTable('role_eligibilities').set({ renewal_id: renewalId, updated_at: now() }).where('id', '=', id).execute()
      await startRun({ db: tx, jobs }, renewEligibility, { kind: 'roleEligibility', id: renewalId }, {})
      startedCount++
    }
    return startedCount
  })
}

/** @returns false if an administrator has retried the run in the meantime */
async function cancelFailed(db: Db, runId: string, now: Date): Promise<boolean> {
  const cancelled = await db
    .updateTable('work_runs')
    .set({
      status: 'cancelled',
      epoch: sql`epoch + 1`,
      cancelled_at: now,
      cancel_reason: 'A new renewal replaces it.',
      ended_at: now,
      updated_at: now,
      at_step: null,
      ...clearedErrorColumns,
    })
    .where('id', '=', runId)
    .where('status', '=', 'failed')
    .returning('id')
    .executeTakeFirst()
  return cancelled !== undefined
}
