import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { formatDay } from '../../../format.ts'
import { type PersonRef, person } from '../../../people/queries.ts'
import { canSeePart } from './policy.ts'
import { loadOwnCounts } from './queries.ts'
import { type ReviewScope, responsiblePeopleSql, scopeOf } from './scope.ts'

const maxShown = 20

/** Matches scheduled and open reviews of the same or an overlapping scope. The database checks new reviews in the same way. */
function isUnfinished({ kind, id, environments = [] }: ReviewScope): RawBuilder<boolean> {
  const scope = JSON.stringify({ [`${kind}_id`]: id, environments })
  return sql<boolean>`r.status in ('scheduled', 'open')
    and review_scopes_overlap(r, jsonb_populate_record(null::access_reviews, ${scope}::jsonb))`
}

/** Finds the earliest scheduled and open reviews of the same or an overlapping scope, and counts all of them. */
export async function findUnfinished(db: Db, scope: ReviewScope) {
  const rows = await db
    .selectFrom('access_reviews as r')
    .select(['r.id', 'r.reference', 'r.name', 'r.status', 'r.starts_at', 'r.due_at', person(sql`r.created_by`).as('creator')])
    .select([responsiblePeopleSql.as('responsible_people'), sql<number>`count(*) over ()`.as('total')])
    .where(isUnfinished(scope))
    .orderBy('r.starts_at')
    .orderBy('r.id')
    .limit(maxShown)
    .execute()
  return { total: rows[0]?.total ?? 0, reviews: rows.map(({ total: _, ...review }) => review) }
}

interface UnfinishedRow {
  id: string
  creator: PersonRef
  responsible_people: { id: string }[]
}

/** The review of a tower can overlap the account of an owner who can't see that review. */
export async function canSeeUnfinished(db: Db, actor: Person, { id, creator, responsible_people }: UnfinishedRow): Promise<boolean> {
  const facts = { createdBy: creator, responsiblePeople: responsible_people }
  if (canSeePart(actor, { ...facts, mine: 0 }) === true) return true
  return canSeePart(actor, { ...facts, mine: (await loadOwnCounts(db, actor, id)).get(id)?.mine ?? 0 }) === true
}

export const canEnd = (actor: Person, creator: { id: string }): boolean => actor.admin || creator.id === actor.id

/** A scope of another kind can cover the whole scope too, which is then called a part. */
const coversAll = (one: Required<ReviewScope>, { kind, id, environments = [] }: ReviewScope): boolean =>
  one.kind === kind &&
  one.id === id.toLowerCase() &&
  (one.environments.length === 0 || (environments.length > 0 && environments.every((each) => one.environments.includes(each))))

/** People would decide twice on the same memberships. @throws conflict */
export async function requireNoOverlap(
  { db, actor }: { db: Db; actor: Person },
  scope: ReviewScope,
  startsAt: Date,
  dueAt: Date,
  now: Date,
): Promise<void> {
  // A review that is open or due to open can last longer than planned, so a review can't start now in any case.
  const overlapping = await db
    .selectFrom('access_reviews as r')
    .select(['r.id', 'r.reference', 'r.name', 'r.status', 'r.starts_at', 'r.due_at', person(sql`r.created_by`).as('creator')])
    .select(responsiblePeopleSql.as('responsible_people'))
    .select(['r.account_id', 'r.group_id', 'r.tower_id', 'r.environments'])
    .where('r.starts_at', '<', dueAt)
    .$if(startsAt > now, (query) => query.where('r.due_at', '>', startsAt))
    .where(isUnfinished(scope))
    .orderBy('r.starts_at')
    .orderBy('r.id')
    .limit(1)
    .executeTakeFirst()
  if (!overlapping) return
  const { reference, name, status, starts_at, due_at, creator } = overlapping
  const reviewed = `reviews ${coversAll(scopeOf(overlapping), scope) ? 'this access' : 'part of this access'}`
  const period = `from ${formatDay(starts_at)} to ${formatDay(due_at)}`
  const end = status === 'open' ? 'cancel or close it' : 'cancel it'
  if (!(await canSeeUnfinished(db, actor, overlapping)))
    throw new Failure(
      'conflict',
      `Another review already ${reviewed} ${period}. Ask an administrator to ${end}, or choose another start date.`,
    )
  const remedy = canEnd(actor, creator)
    ? `To start this review, ${end} or choose another start date.`
    : `Ask ${creator.displayName} or an administrator to ${end}, or choose another start date.`
  throw new Failure('conflict', `${reference} (“${name}”) already ${reviewed} ${period}. ${remedy}`)
}
