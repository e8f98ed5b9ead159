import { type Db, inTransaction } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { startClosing } from './close/startClosing.ts'
import { notifyNextReviewers, remindReviewers } from './notify.ts'
import { openDueReviews } from './open/openAccessReview.ts'
import { reviewKind } from './queries.ts'

const dayMs = 86_400_000
/** The next reviewers get as much time as the first ones, at most this many days. */
const maxExtraDays = 7

/** Runs every minute. */
export async function advanceAccessReviews({ db, jobs, now }: { db: Db; jobs: Jobs; now: () => Date }): Promise<void> {
  const problems: unknown[] = []
  await inTransaction(db, (tx) => openDueReviews({ db: tx, jobs }, now())).catch((error) => problems.push(error))
  const openReviews = await db
    .selectFrom('access_reviews')
    .select('id')
    .where('status', '=', 'open')
    .orderBy('due_at')
    .limit(1_000)
    .execute()
  for (const { id } of openReviews)
    await inTransaction(db, (tx) => advanceReview({ db: tx, jobs }, id, now())).catch((error) => problems.push(error))
  if (problems.length > 0) throw new AggregateError(problems, `Access review processing had ${problems.length} errors.`)
}

async function advanceReview({ db, jobs }: { db: Db; jobs: Jobs }, id: string, now: Date): Promise<void> {
  const review = await db
    .selectFrom('access_reviews')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'open')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!review) return
  const { due_at: dueAt, opened_at: openedAt } = review
  const updateReview = (
    change:
      | { half_time_reminded_at: Date }
      | { last_day_reminded_at: Date }
      | { escalated_at: Date; due_at: Date; last_day_reminded_at: null },
  ) => updateRow(db, 'access_reviews', id, { ...change, updated_at: now })

  if (dueAt <= now) {
    const pendingReviewItem = await db
      .selectFrom('access_review_items')
      .select('id')
      .where('review_id', '=', id)
      .where('decision', '=', 'pending')
      .limit(1)
      .executeTakeFirst()
    if (!pendingReviewItem || review.default_decision !== 'fallback' || review.escalated_at !== null)
      return startClosing({ db, jobs }, review, null, now)
    const extraMs = Math.min(review.days, maxExtraDays) * dayMs
    const extendedReview = { ...review, due_at: new Date(now.getTime() + extraMs) }
    await updateReview({ escalated_at: now, due_at: extendedReview.due_at, last_day_reminded_at: null })
    await notifyNextReviewers(db, extendedReview)
    return publishChange(db, { kind: reviewKind, id })
  }
  const halfwayAt = new Date((openedAt!.getTime() + dueAt.getTime()) / 2)
  const lastDay = new Date(dueAt.getTime() - dayMs)
  // In a short review, both reminders would be due at the same time, so only the reminder of the last day is sent.
  if (lastDay <= now && lastDay > openedAt!) {
    if (review.last_day_reminded_at !== null) return
    await updateReview({ last_day_reminded_at: now })
    await remindReviewers(db, review, 'lastDay')
  } else if (halfwayAt <= now && review.half_time_reminded_at === null) {
    await updateReview({ half_time_reminded_at: now })
    await remindReviewers(db, review, 'halfTime')
  }
}
