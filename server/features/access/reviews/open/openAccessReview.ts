import { type RawBuilder, sql } from 'kysely'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../../db/database.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { startRun } from '../../../../workflows/startRun.ts'
import type { Workflow } from '../../../../workflows/workflow.ts'
import { notifyOpened, notifyStuck } from '../notify.ts'
import { reviewKind } from '../queries.ts'
import { environmentsOverlap } from '../unfinished.ts'
import { findEvidence, syncReviewManagers } from './evidence.ts'
import type { ReviewInput } from './reviewInput.ts'
import { takeSnapshot } from './snapshot.ts'

export const openReasons = { immediate: 'Immediate start.', scheduled: 'Scheduled start.' } as const

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
      reason: review.starts_at > review.created_at ? openReasons.scheduled : openReasons.immediate,
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

/**
 * Starts to open the due reviews. While another review of an overlapping scope is open, being opened or being applied, or was due earlier, a
 * review waits for its end, so that people never decide twice on the same memberships.
 */
export async function openDueReviews({ db, jobs }: { db: Db; jobs: Jobs }, now: Date): Promise<void> {
  const dueRows = await db
    .selectFrom('access_reviews as r')
    .select('r.id')
    .where('r.status', '=', 'scheduled')
    .where('r.starts_at', '<=', now)
    .where(sql<boolean>`not ${hasRun(sql`r`)}`)
    .where(
      sql<boolean>`not exists (select from access_reviews o where o.id <> r.id
        and coalesce(o.account_id, o.group_id, o.tower_id) = coalesce(r.account_id, r.group_id, r.tower_id)
        and ${environmentsOverlap(sql`o.environments`, sql`r.environments`)}
        and (o.status in ('open', 'closing')
          or o.status = 'scheduled' and (${hasRun(sql`o`)} or (o.starts_at, o.id) < (r.starts_at, r.id))))`,
    )
    .orderBy('r.starts_at')
    .limit(100)
    .execute()
  for (const { id } of dueRows) await startReview({ db, jobs }, id)
}

const hasRun = (review: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from work_runs w where w.kind = ${openAccessReview.kind} and w.subject_id = ${review}.id)`
