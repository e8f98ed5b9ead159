import { sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { formatDay } from '../../../format.ts'
import { person } from '../../../people/queries.ts'
import type { ReviewScope } from './scope.ts'

/**
 * Finds scheduled and open reviews of the same or an overlapping scope, the earliest first. The database checks new reviews in the same way.
 */
export function findUnfinished(db: Db, { kind, id, environments = [] }: ReviewScope) {
  return db
    .selectFrom('access_reviews as r')
    .select(['r.id', 'r.reference', 'r.name', 'r.status', 'r.starts_at', 'r.due_at', person(sql`r.created_by`).as('creator')])
    .where(
      sql<boolean>`review_scopes_overlap(r, jsonb_populate_record(null::access_reviews, ${JSON.stringify({ [`${kind}_id`]: id, environments })}::jsonb))`,
    )
    .where('r.status', 'in', ['scheduled', 'open'])
    .orderBy('r.starts_at')
    .orderBy('r.id')
    .execute()
}

export const canEnd = (actor: Person, creator: { id: string }): boolean => actor.admin || creator.id === actor.id

/** People would decide twice on the same memberships. @throws conflict */
export async function requireNoOverlap(
  { db, actor }: { db: Db; actor: Person },
  scope: ReviewScope,
  startsAt: Date,
  dueAt: Date,
  now: Date,
): Promise<void> {
  // A review that is open or due to open can last longer than planned, so a review can't start now in any case.
  const overlapping = (await findUnfinished(db, scope)).find(
    ({ starts_at, due_at }) => starts_at < dueAt && (due_at > startsAt || startsAt <= now),
  )
  if (!overlapping) return
  const { reference, name, status, starts_at, due_at, creator } = overlapping
  const end = status === 'open' ? 'cancel or close it' : 'cancel it'
  const remedy = canEnd(actor, creator)
    ? `To start this review, ${end} or choose another start date.`
    : `Ask ${creator.displayName} or an administrator to ${end}, or choose another start date.`
  throw new Failure(
    'conflict',
    `${reference} (“${name}”) already reviews this access from ${formatDay(starts_at)} to ${formatDay(due_at)}. ${remedy}`,
  )
}
