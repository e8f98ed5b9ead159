import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { formatDay } from '../../../format.ts'
import type { ReviewScope } from './scope.ts'

/** Finds scheduled and open reviews of exactly this scope, the earliest first. */
export function findUnfinished(db: Db, { kind, id, environments = [] }: ReviewScope) {
  return db
    .selectFrom('access_reviews')
    .select(['id', 'reference', 'name', 'status', 'starts_at', 'due_at'])
    .where(`${kind}_id`, '=', id)
    .where(sql<boolean>`environments @> ${environments}::text[] and environments <@ ${environments}::text[]`)
    .where('status', 'in', ['scheduled', 'open'])
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
}

/** People would decide twice on the same memberships. @throws conflict */
export async function requireNoOverlap(db: Db, scope: ReviewScope, startsAt: Date, dueAt: Date, now: Date): Promise<void> {
  const overlapping = (await findUnfinished(db, scope)).find(
    ({ status, starts_at, due_at }) => starts_at < dueAt && (due_at > startsAt || (status === 'open' && startsAt <= now)),
  )
  if (!overlapping) return
  const { reference, name, starts_at, due_at } = overlapping
  throw new Failure(
    'conflict',
    `${reference} (“${name}”) already reviews this access from ${formatDay(starts_at)} to ${formatDay(due_at)}. Cancel or close it first, or choose another start date.`,
  )
}
