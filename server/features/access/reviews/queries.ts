import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import { canSeeActivityAs } from '../../../auth/canSeeActivity.ts'
import { isActor } from '../../../auth/sameIdentity.ts'
import type { Db } from '../../../db/database.ts'
import type { ReviewResult } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { type PersonRef, people, person } from '../../../people/queries.ts'
import { runOfSubject } from '../../../runs/queries.ts'
import { reviewCan } from './policy.ts'
import type { AccessReview, AccessReviewSummary, NewAccessReview } from './schemas.ts'
import { responsiblePeopleSql, scopeOf } from './scope.ts'
import { accessReviewSubject } from './subject.ts'

export const reviewKind = 'accessReview'

interface ReviewRow extends Omit<NewAccessReview, 'startsAt'> {
  id: string
  startsAt: Date
  createdBy: string
  previousId: string | null
  now: Date
}

const dayMs = 86_400_000

export const dueDate = (startsAt: Date, days: number): Date => new Date(startsAt.getTime() + days * dayMs)

export async function insertReview(db: Db, review: ReviewRow): Promise<void> {
  const { scope, startsAt, days, now } = review
  const { rows } = await sql<{ n: number }>`select nextval('access_review_number') as n`.execute(db)
  await db
    .insertInto('access_reviews')
    .values({
      id: review.id,
      reference: `ARV-${now.getUTCFullYear()}-${String(rows[0]!.n).padStart(4, '0')}`,
      name: review.name,
      account_id: scope.kind === 'account' ? scope.id : null,
      group_id: scope.kind === 'group' ? scope.id : null,
      tower_id: scope.kind === 'tower' ? scope.id : null,
      environments: scope.environments ?? [],
      reviewers: review.reviewers,
      default_decision: review.defaultDecision,
      reason_to_keep: review.reasonToKeep,
      recurrence: review.recurrence,
      days,
      starts_at: startsAt,
      due_at: dueDate(startsAt, days),
      status: 'scheduled',
      created_by: review.createdBy,
      previous_id: review.previousId,
      created_at: now,
      updated_at: now,
    })
    .execute()
  if (review.reviewers === 'named')
    await db
      .insertInto('access_review_named')
      .values(review.reviewerIds.map((person_id, position) => ({ review_id: review.id, person_id, position })))
      .execute()
}

/** @throws notFound */
export async function lockReview(db: Db, id: string) {
  const row = await db.selectFrom('access_reviews').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Failure('notFound', 'This review doesn’t exist.')
  return row
}

const countQuery = (condition: RawBuilder<unknown>) =>
  sql<number>`(select count(*) filter (where ${condition}) from access_review_items i where i.review_id = r.id)`

/** Selects what lists show of a review. `mine` is left out, because a separate query computes it for all reviews of a page. */
function reviewRows(db: Db) {
  return db
    .selectFrom('access_reviews as r')
    .selectAll('r')
    .select([
      person(sql`r.created_by`).as('creator'),
      responsiblePeopleSql.as('responsible_people'),
      sql<string>`coalesce((select a.name from accounts a where a.id = r.account_id), (select g.name from access_groups g
        where g.id = r.group_id), (select t.name from towers t where t.id = r.tower_id))`.as('scope_name'),
      sql<string | null>`coalesce(r.account_id, (select g.account_id from access_groups g where g.id = r.group_id))`.as('of_account'),
      countQuery(sql`true`).as('memberships'),
      countQuery(sql`i.decision = 'keep'`).as('keep'),
      countQuery(sql`i.decision = 'remove'`).as('remove'),
    ])
}
type Row = Awaited<ReturnType<ReturnType<typeof reviewRows>['executeTakeFirstOrThrow']>>

interface ReviewerCounts {
  mine: number
  minePending: number
}
const none: ReviewerCounts = { mine: 0, minePending: 0 }

export async function loadOwnCounts(db: Db, actor: Person, reviewId: string | null = null): Promise<Map<string, ReviewerCounts>> {
  const { rows } = await sql<{ review_id: string } & ReviewerCounts>`
    select review_id, count(*) as mine, count(*) filter (where pending) as "minePending"
    from access_review_items_of(${actor.id}, ${reviewId}) group by review_id`.execute(db)
  return new Map(rows.map(({ review_id, ...ownCounts }) => [review_id, ownCounts]))
}

function summaryOf(row: Row, ownCounts: ReviewerCounts): Static<typeof AccessReviewSummary> {
  return {
    id: row.id,
    reference: row.reference,
    name: row.name,
    scope: { ...scopeOf(row), name: row.scope_name, accountId: row.of_account },
    status: row.status,
    reviewers: row.reviewers,
    startsAt: row.starts_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    appliedAt: row.applied_at?.toISOString() ?? null,
    createdBy: row.creator,
    progress: {
      memberships: row.memberships,
      keep: row.keep,
      remove: row.remove,
      pending: row.memberships - row.keep - row.remove,
      ...ownCounts,
    },
  }
}

export async function loadSummaries(
  db: Db,
  ids: string[],
  ownCounts: Map<string, ReviewerCounts>,
): Promise<Static<typeof AccessReviewSummary>[]> {
  if (ids.length === 0) return []
  const rows = await reviewRows(db).where('r.id', 'in', ids).execute()
  return rows.map((row) => summaryOf(row, ownCounts.get(row.id) ?? none))
}

/** @throws notFound */
export async function loadReviewFacts(db: Db, actor: Person, id: string) {
  const row = await reviewRows(db).where('r.id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('notFound', 'This review doesn’t exist.')
  const ownCounts = (await loadOwnCounts(db, actor, row.id)).get(row.id) ?? none
  const removal = await db
    .selectFrom('access_review_items')
    .select('id')
    .where('review_id', '=', row.id)
    .where('decision', '=', 'remove')
    .where(isActor(actor, sql`person_id`))
    .limit(1)
    .executeTakeFirst()
  const { status, creator: createdBy, responsible_people: responsiblePeople } = row
  const pendingCount = row.memberships - row.keep - row.remove
  return {
    row,
    mine: ownCounts,
    facts: { status, createdBy, responsiblePeople, pending: pendingCount, mine: ownCounts.mine, removesOwnAccess: removal !== undefined },
  }
}

/**
 * Reads a review without its items.
 * @param allow receives the verdict on whether the actor can see the review
 */
export async function loadReview(
  db: Db,
  actor: Person,
  id: string,
  allow?: (facts: Awaited<ReturnType<typeof loadReviewFacts>>['facts']) => void,
): Promise<AccessReview> {
  const { row, mine: ownCounts, facts } = await loadReviewFacts(db, actor, id)
  allow?.(facts)
  const [run, results, details] = await Promise.all([
    runOfSubject(db, actor, reviewKind, id),
    db
      .selectFrom('access_review_items')
      .select(['result', (eb) => eb.fn.countAll<number>().as('count')])
      .where('review_id', '=', id)
      .where('result', 'is not', null)
      .groupBy('result')
      .execute(),
    db
      .selectFrom('access_reviews as r')
      .select([
        person(sql`r.closed_by`).as('closed_by'),
        people(sql`access_review_named`, sql`l.review_id = r.id`).as('named'),
        sql<string | null>`(select n.id from access_reviews n where n.previous_id = r.id)`.as('next'),
      ])
      .where('r.id', '=', id)
      .executeTakeFirstOrThrow(),
  ])
  const resultCount = (result: ReviewResult) => results.find((each) => each.result === result)?.count ?? 0
  return {
    ...summaryOf(row, ownCounts),
    named: details.named,
    days: row.days,
    defaultDecision: row.default_decision,
    reasonToKeep: row.reason_to_keep,
    recurrence: row.recurrence,
    previous: row.previous_id,
    next: details.next,
    directoryAnswered: row.directory_answered,
    notReviewed: row.not_reviewed.map(({ group, name, kind }) => ({ group, name, kind })),
    openedAt: row.opened_at?.toISOString() ?? null,
    escalatedAt: row.escalated_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: details.closed_by as PersonRef | null,
    cancelReason: row.cancel_reason,
    resolved: {
      kept: resultCount('kept'),
      removed: resultCount('removed'),
      gone: resultCount('gone'),
      failed: resultCount('failed'),
      pending: resultCount('pending'),
    },
    digest: row.digest,
    run,
    version: row.version,
    can: { ...reviewCan(actor, facts), follow: canSeeActivityAs(actor, accessReviewSubject, [facts.createdBy]) },
  }
}
