import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { type Db, inTransaction } from '../../db/database.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { startRun } from '../../jobs/startRun.ts'
import { resumeRun, startAfresh } from '../work/resumeRun.ts'
import { renewEligibility } from './renewEligibility.ts'

const atOnce = 100
/** A renewal that has failed is tried again after this long, also where nobody looks after it. */
const retryAfterHours = 12

interface World {
  db: Db
  jobs: Jobs
  now: () => Date
}

/** Begins to renew eligibilities that end soon and are still needed. Run by the tidy job of every replica. @returns how many */
export function startRenewals({ db, jobs, now }: World): Promise<number> {
  return inTransaction(db, async (tx) => {
    const due = await tx
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
      .where(sql<boolean>`eligibility_is_wanted(e, ${now()})`)
      .where(
        sql<boolean>`(r.id is null or r.status = 'failed' and r.updated_at <= ${now()}::timestamptz - ${retryAfterHours} * interval '1 hour')`,
      )
      .orderBy('e.renew_at')
      .limit(atOnce)
      .forUpdate('e')
      .skipLocked()
      .execute()
    for (const { id, run } of due) {
      if (run) {
        await retry({ db: tx, jobs, now }, run)
        continue
      }
      const renewalId = randomUUID()
      await tx.updateTable('role_eligibilities').set({ renewal_id: renewalId, updated_at: now() }).where('id', '=', id).execute()
      await startRun({ db: tx, jobs }, renewEligibility, { kind: 'roleEligibility', id: renewalId }, {})
    }
    return due.length
  })
}

/** The step that failed begins again, with all its tries. */
async function retry({ db, jobs, now }: World, runId: string): Promise<void> {
  const run = await db.selectFrom('work_runs').selectAll().where('id', '=', runId).forUpdate().executeTakeFirstOrThrow()
  const step = await db.selectFrom('work_steps').selectAll().where('run_id', '=', runId).where('status', '=', 'failed').executeTakeFirst()
  if (run.status !== 'failed' || !step) return
  await startAfresh(db, step)
  await resumeRun(db, jobs, run, now())
}
