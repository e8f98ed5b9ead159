import { type Selectable, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../../db/database.ts'
import { nextVersion, updateRow } from '../../../../db/rows.ts'
import type { Database } from '../../../../db/tables.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { startRun } from '../../../../workflows/startRun.ts'
import { insertReview, reviewKind } from '../queries.ts'
import { scopeOf } from '../scope.ts'
import { applyAccessReview } from './applyAccessReview.ts'

type Review = Selectable<Database['access_reviews']>

const months = { none: 0, quarterly: 3, halfYearly: 6, yearly: 12 }

/**
 * Closes a locked review for decisions. Pending items get the default decision of the review, a run carries out all decisions, and a
 * repeating review is scheduled again.
 * @param closedBy null for the schedule
 */
export async function startClosing(
  { db, jobs }: { db: Db; jobs: Jobs },
  review: Review,
  closedBy: string | null,
  now: Date,
): Promise<void> {
  const { id, default_decision: rule } = review
  const byRule = await db
    .updateTable('access_review_items')
    .set({
      decision: rule === 'keep' || rule === 'remove' ? rule : sql<'keep' | 'remove'>`recommendation`,
      decided_at: now,
      reason: '',
    })
    .where('review_id', '=', id)
    .where('decision', '=', 'pending')
    .executeTakeFirst()
  // If a person closes the review, the call of that person already records an audit event.
  if (closedBy === null)
    await recordSystemEvent(db, {
      action: 'accessReviewClosed',
      subject: { kind: reviewKind, id },
      after: { status: 'closing', byRule: Number(byRule.numUpdatedRows), rule },
      reason: 'The due date was reached.',
    })
  await updateRow(db, 'access_reviews', id, { status: 'closing', closed_at: now, closed_by: closedBy, ...nextVersion(now) })
  await db.updateTable('access_review_items').set({ result: 'pending' }).where('review_id', '=', id).execute()
  await startRun({ db, jobs }, applyAccessReview(jobs), { kind: reviewKind, id }, { reviewId: id })
  if (review.recurrence !== 'none') await scheduleNextReview(db, review, now)
  await publishChange(db, { kind: reviewKind, id })
}

/** Adds months and keeps the day. If the month has no such day, its last day is used. */
export function addMonths(at: Date, count: number): Date {
  const nextReviewStart = new Date(at)
  nextReviewStart.setUTCDate(1)
  nextReviewStart.setUTCMonth(nextReviewStart.getUTCMonth() + count)
  const lastDay = new Date(Date.UTC(nextReviewStart.getUTCFullYear(), nextReviewStart.getUTCMonth() + 1, 0)).getUTCDate()
  nextReviewStart.setUTCDate(Math.min(at.getUTCDate(), lastDay))
  return nextReviewStart
}

async function scheduleNextReview(db: Db, review: Review, now: Date): Promise<void> {
  const monthInterval = months[review.recurrence]
  let startsAt = addMonths(review.starts_at, monthInterval)
  // After a long downtime, the next review must still be in the future.
  for (let n = 2; startsAt <= now; n++) startsAt = addMonths(review.starts_at, monthInterval * n)
  const namedReviewers = await db
    .selectFrom('access_review_named')
    .select('person_id')
    .where('review_id', '=', review.id)
    .orderBy('position')
    .execute()
  await insertReview(db, {
    id: uuidv7(),
    name: review.name,
    scope: scopeOf(review),
    reviewers: review.reviewers,
    reviewerIds: namedReviewers.map((row) => row.person_id),
    startsAt,
    days: review.days,
    defaultDecision: review.default_decision,
    reasonToKeep: review.reason_to_keep,
    recurrence: review.recurrence,
    createdBy: review.created_by,
    previousId: review.id,
    now,
  })
}
