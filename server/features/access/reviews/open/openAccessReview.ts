import { type Selectable, sql } from 'kysely'
import pg from 'pg'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../../db/database.ts'
import { inSavepoint } from '../../../../db/inSavepoint.ts'
import type { Database } from '../../../../db/tables.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'
import { startRun } from '../../../../workflows/startRun.ts'
import type { Workflow } from '../../../../workflows/workflow.ts'
import { notifyOpened, notifyStuck } from '../notify.ts'
import { reviewKind } from '../queries.ts'
import { findEvidence, syncReviewManagers } from './evidence.ts'
import type { ReviewInput } from './reviewInput.ts'
import { takeSnapshot } from './snapshot.ts'

export const openReasons = { immediate: 'Immediate start.', scheduled: 'Scheduled start.' } as const

/** The days of the review count from the moment at which it is opened. */
export const openAccessReview: Workflow<ReviewInput> = {
  kind: 'openAccessReview',
  steps: [takeSnapshot, syncReviewManagers, findEvidence],
  async succeeded({ db, runId, input, now }) {
    const review = await tryToOpen(db, runId, input.reviewId, now)
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

/**
 * Opens a review unless it was cancelled meanwhile. If the database reports that another review of an overlapping scope is open, this review
 * waits: it stays scheduled, and its run is deleted. Members can change until the other review ends, so a new run records them again.
 */
async function tryToOpen(db: Db, runId: string, reviewId: string, now: Date): Promise<Selectable<Database['access_reviews']> | undefined> {
  try {
    return await inSavepoint(db, () =>
      db
        .updateTable('access_reviews')
        .set({
          status: 'open',
          opened_at: now,
          due_at: sql<Date>`${now}::timestamptz + days * interval '1 day'`,
          version: sql`version + 1`,
          updated_at: now,
        })
        .where('id', '=', reviewId)
        .where('status', '=', 'scheduled')
        .returningAll()
        .executeTakeFirst(),
    )
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.constraint === 'access_reviews_one_open')) throw error
    await db.deleteFrom('work_runs').where('id', '=', runId).execute()
    return undefined
  }
}

/** Starts to open a scheduled review. The function is idempotent. */
export async function startReview({ db, jobs }: { db: Db; jobs: Jobs }, reviewId: string): Promise<void> {
  const input: ReviewInput = { reviewId }
  await startRun({ db, jobs }, openAccessReview, { kind: reviewKind, id: reviewId }, { ...input })
}

/**
 * Starts to open the due reviews. While another review of an overlapping scope is open, being opened or being applied, or was due earlier, a
 * review waits for its end, so that people don’t decide twice on the memberships of a scope.
 */
export async function openDueReviews({ db, jobs }: { db: Db; jobs: Jobs }, now: Date): Promise<void> {
  const goesFirst = sql`o.id <> r.id and (o.status <> 'scheduled' or o.has_run or (o.starts_at, o.id) < (r.starts_at, r.id))`
  // Comparing each pair of reviews by the function takes too long, so only pairs that can overlap are candidates.
  const { rows: dueRows } = await sql<{ id: string }>`
    with unfinished as materialized (
      select r as review, r.id, r.status, r.starts_at, r.tower_id, r.group_id, a.id as of_account, coalesce(r.tower_id, a.tower_id) as of_tower,
        exists (select from work_runs w where w.kind = ${openAccessReview.kind} and w.subject_id = r.id) as has_run
      from access_reviews r
      left join access_groups g on g.id = r.group_id
      left join accounts a on a.id = coalesce(r.account_id, g.account_id)
      where r.status in ('scheduled', 'open', 'closing')
    ), due as materialized (
      select * from unfinished where status = 'scheduled' and starts_at <= ${now} and not has_run
    ), candidates as (
      select r.id, r.review, o.review as other from due r join unfinished o on o.group_id = r.group_id and ${goesFirst}
      union all
      select r.id, r.review, o.review from due r join unfinished o on o.of_account = r.of_account
        and (o.group_id is null or r.group_id is null) and ${goesFirst}
      union all
      select r.id, r.review, o.review from due r join unfinished o on o.of_tower = r.of_tower
        and (o.tower_id is not null or r.tower_id is not null) and ${goesFirst}
      union all
      -- A due review has recorded memberships only if an earlier attempt to open it failed.
      (select distinct on (r.id, o.id) r.id, r.review, o.review from due r join access_review_items i on i.review_id = r.id
        join access_review_items j on j.group_id = i.group_id join unfinished o on o.id = j.review_id and ${goesFirst})
    )
    select r.id from due r
    where r.id not in (select c.id from candidates c where review_scopes_overlap(c.other, c.review))
    order by r.starts_at limit 100`.execute(db)
  for (const { id } of dueRows) await startReview({ db, jobs }, id)
}
