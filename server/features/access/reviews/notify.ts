import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { formatDay } from '../../../format.ts'
import type { Notification } from '../../../notifications/notification.ts'
import { notify } from '../../../notifications/notify.ts'
import { reviewKind } from './queries.ts'

/** A notification stores all its recipients, so their number is limited. */
const batchSize = 100

interface NotifiedReview {
  id: string
  name: string
  reference: string
  reviewers: string
  due_at: Date
  created_by: string
}

type Message = Pick<Notification, 'kind' | 'title' | 'body' | 'key'>

async function notifyPeople(db: Db, review: NotifiedReview, personIds: string[], message: Message): Promise<void> {
  for (let from = 0; from < personIds.length; from += batchSize)
    await notify(db, personIds.slice(from, from + batchSize), {
      ...message,
      subjectKind: reviewKind,
      subjectId: review.id,
      key: `review:${review.id}:${message.key}`,
    })
}

async function reviewersOf(db: Db, review: NotifiedReview, filter: RawBuilder<boolean> = sql`i.decision = 'pending'`): Promise<string[]> {
  const { rows } = await sql<{ person_id: string }>`
    select distinct d.person_id from access_review_deciders d join access_review_items i on i.id = d.item_id
    where d.review_id = ${review.id} and ${filter} order by 1`.execute(db)
  return rows.map((row) => row.person_id)
}

export const reviewTitles = {
  halfTime: (name: string) => `Half of the review time is over: ${name}`,
  lastDay: (name: string) => `Closes within a day: ${name}`,
  nextReviewers: (name: string) => `Decisions are missing: ${name}`,
}

const question = ({ reviewers, name }: NotifiedReview) =>
  reviewers === 'self' ? `Do you still need your access? ${name}` : `Who still needs access? ${name}`

export async function notifyOpened(db: Db, review: NotifiedReview): Promise<void> {
  await notifyPeople(db, review, await reviewersOf(db, review), {
    kind: 'accessReview.open',
    title: question(review),
    body: `${review.reference} is waiting for your decisions. It closes on ${formatDay(review.due_at)}.`,
    key: 'opened',
  })
}

export async function remindReviewers(db: Db, review: NotifiedReview, moment: 'halfTime' | 'lastDay'): Promise<void> {
  await notifyPeople(db, review, await reviewersOf(db, review), {
    kind: 'accessReview.reminder',
    title: reviewTitles[moment](review.name),
    body: `${review.reference} is still waiting for your decisions. It closes on ${formatDay(review.due_at)}.`,
    // A review that moved to the next reviewers has a later due date.
    key: `${moment}:${review.due_at.toISOString()}`,
  })
}

export async function notifyNextReviewers(db: Db, review: NotifiedReview): Promise<void> {
  await notifyPeople(db, review, await reviewersOf(db, review), {
    kind: 'accessReview.open',
    title: reviewTitles.nextReviewers(review.name),
    body: `${review.reference} needs your decisions because the first reviewers didn’t make them all. Decide by ${formatDay(review.due_at)}.`,
    key: 'nextInLine',
  })
}

export async function notifyCancelled(db: Db, review: NotifiedReview, reason: string): Promise<void> {
  await notifyPeople(db, review, await reviewersOf(db, review, sql`true`), {
    kind: 'accessReview.cancelled',
    title: `Cancelled: ${review.name}`,
    body: `${review.reference}: “${reason}” Nothing is removed.`,
    key: 'cancelled',
  })
}

export async function notifyApplied(
  db: Db,
  review: NotifiedReview,
  counts: { removed: number; kept: number; gone: number },
): Promise<void> {
  const endedText = counts.gone > 0 ? `, ${counts.gone} had already ended` : ''
  await notifyPeople(db, review, [review.created_by], {
    kind: 'accessReview.applied',
    title: `Completed: ${review.name}`,
    body: `${review.reference}: ${counts.removed} removed, ${counts.kept} kept${endedText}. You can export the result.`,
    key: 'applied',
  })
}

export async function notifyStuck(db: Db, review: NotifiedReview, step: string, message: string, now: Date): Promise<void> {
  await notifyPeople(db, review, [review.created_by], {
    kind: 'workStuck',
    title: `${review.reference} failed`,
    body: `“${step}”: ${message} An administrator can retry the step.`,
    key: `stuck:${now.toISOString()}`,
  })
}
