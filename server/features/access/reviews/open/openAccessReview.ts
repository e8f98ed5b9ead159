import { sql } from 'kysely'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../../db/database.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { startRun } from '../../../../workflows/startRun.ts'
import type { Workflow } from '../../../../workflows/workflow.ts'
import { notifyOpened, notifyStuck } from '../notify.ts'
import { reviewKind } from '../queries.ts'
import { findEvidence, syncReviewManagers } from './evidence.ts'
import type { ReviewInput } from './reviewInput.ts'
import { takeSnapshot } from './snapshot.ts'

/** The days of the review count from the moment at which it is opened. */
export const openAccessReview: Workflow<ReviewInput> = {
  kind: 'openAccessReview',
  steps: [takeSnapshot, syncReviewManagers, findEvidence],
  async succeeded({ db, input, now }) {
    const review = await db
      .updateTable('access_reviews')
      .set({
        status: 'open',
        opened_at: now,
        due_at: sql<Date>`${now}::timestamptz + days * interval '1 day'`,
        version: sql`version + 1`,
        updated_at: now,
      })
      .where('id', '=', input.reviewId)
      // A review that was cancelled meanwhile stays cancelled.
      .where('status', '=', 'scheduled')
      .returningAll()
      .executeTakeFirst()
    if (!review) return
    await recordSystemEvent(db, {
      action: 'accessReviewOpened',
      subject: { kind: reviewKind, id: review.id },
      before: { status: 'scheduled' },
      after: { status: 'open', dueAt: review.due_at },
      reason: 'Scheduled start.',
    })
    await notifyOpened(db, review)
    await publishChange(db, { kind: reviewKind, id: review.id })
  },
  async failed({ db, input, step, message, now }) {
    const review = await db.selectFrom('access_reviews').selectAll().where('id', '=', input.reviewId).executeTakeFirstOrThrow()
    await notifyStuck(db, review, step, message, now)
  },
}

/** Starts to open a scheduled review. The function is idempotent. */
export async function startReview({ db, jobs }: { db: Db; jobs: Jobs }, reviewId: string): Promise<void> {
  const input: ReviewInput = { reviewId }
  await startRun({ db, jobs }, openAccessReview, { kind: reviewKind, id: reviewId }, { ...input })
}

export async function openDueReviews({ db, jobs }: { db: Db; jobs: Jobs }, now: Date): Promise<void> {
  const dueRows = await db
    .selectFrom('access_reviews as r')
    .select('r.id')
    .where('r.status', '=', 'scheduled')
    .where('r.starts_at', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('work_runs as w').select('w.id').where('w.kind', '=', openAccessReview.kind).whereRef('w.subject_id', '=', 'r.id'),
        ),
      ),
    )
    .orderBy('r.starts_at')
    .limit(100)
    .execute()
  for (const { id } of dueRows) await startReview({ db, jobs }, id)
}
