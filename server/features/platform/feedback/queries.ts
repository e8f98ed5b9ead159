import { sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { sortByIds } from '../../../http/list.ts'
import { type PersonRef, person } from '../../../people/queries.ts'
import { feedbackCan } from './policy.ts'
import type { PlatformFeedback } from './schemas.ts'

function feedbackRows(db: Db) {
  return db
    .selectFrom('feedback as f')
    .leftJoin('feedback_pictures as i', 'i.feedback_id', 'f.id')
    .selectAll('f')
    .select(['i.media_type', 'i.size', 'i.width', 'i.height'])
    .select([person(sql`f.person_id`).as('person'), sql<PersonRef | null>`${person(sql`f.answered_by`)}`.as('answerer')])
}
type FeedbackRow = Awaited<ReturnType<ReturnType<typeof feedbackRows>['executeTakeFirstOrThrow']>>

function presentFeedback(actor: Person, row: FeedbackRow): PlatformFeedback {
  return {
    id: row.id,
    reference: row.reference,
    rating: row.rating,
    category: row.category,
    text: row.text,
    page: row.page,
    context: row.context,
    ...(row.media_type !== null && {
      picture: { mediaType: row.media_type, size: row.size!, width: row.width!, height: row.height! },
    }),
    person: row.person,
    status: row.status,
    note: row.note,
    answeredBy: row.answerer,
    answeredAt: row.answered_at?.toISOString() ?? null,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    can: feedbackCan(actor, { personId: row.person_id, status: row.status }),
  }
}

export async function loadFeedbacks(db: Db, actor: Person, ids: string[]): Promise<PlatformFeedback[]> {
  if (ids.length === 0) return []
  const rows = await feedbackRows(db).where('f.id', 'in', ids).execute()
  return sortByIds(ids, rows).map((row) => presentFeedback(actor, row))
}

/** @throws notFound */
export async function loadFeedback(db: Db, actor: Person, id: string): Promise<PlatformFeedback> {
  const [feedback] = await loadFeedbacks(db, actor, [id.toLowerCase()])
  if (!feedback) throw new Failure('notFound', 'This feedback doesn’t exist or was deleted.')
  return feedback
}

/**
 * Locks feedback until the transaction ends.
 * @throws notFound
 */
export async function lockFeedback(db: Db, actor: Person, id: string): Promise<PlatformFeedback> {
  await db.selectFrom('feedback').select('id').where('id', '=', id).forUpdate().execute()
  return loadFeedback(db, actor, id)
}

/** The audit content leaves out the text of the author, so that a deletion removes the text everywhere. */
export function auditedFields({ reference, rating, category, page, status, note }: PlatformFeedback) {
  return { reference, rating, category, page, status, note }
}
