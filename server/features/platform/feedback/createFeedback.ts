import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { FeedbackCategory } from '../../../db/tables.ts'
import { operation, reply } from '../../../http/operation.ts'
import { auditedFields, loadFeedback } from './queries.ts'
import { readPicture } from './readPicture.ts'
import { NewFeedback, PlatformFeedback } from './schemas.ts'

export const createFeedback = operation({
  id: 'createFeedback',
  method: 'POST',
  path: '/feedback',
  tag: 'feedback',
  summary: 'Send feedback about Slipway',
  description: 'Administrators can read the feedback. Their reply appears in your list of feedback.',
  access: 'signedIn',
  perMinute: 10,
  maxBytes: 1_400_000,
  body: NewFeedback,
  responses: { 201: PlatformFeedback },
  async handler({ db, actor, body, now, audit, changed }) {
    const picture = body.picture === undefined ? undefined : readPicture(body.picture)
    const id = uuidv7()
    const at = now()
    const number = await sql<{ n: number }>`select nextval('feedback_number') as n`.execute(db)
    await db
      .insertInto('feedback')
      .values({
        id,
        reference: `FB-${at.getUTCFullYear()}-${String(number.rows[0]!.n).padStart(4, '0')}`,
        person_id: actor.id,
        rating: body.rating,
        category: body.category ?? defaultCategory(body.rating),
        text: (body.text ?? '').trim(),
        page: body.page,
        context: JSON.stringify(body.context ?? {}),
        answered_by: null,
        answered_at: null,
        created_at: at,
        updated_at: at,
      })
      .execute()
    if (picture)
      await db
        .insertInto('feedback_pictures')
        .values({ feedback_id: id, ...picture })
        .execute()
    const after = await loadFeedback(db, actor, id)
    audit({ subject: { kind: 'feedback', id }, after: auditedFields(after) })
    await changed('feedback', id)
    return reply(201, after, { location: `/feedback/${id}` })
  },
})

function defaultCategory(rating: number): FeedbackCategory {
  if (rating <= 2) return 'problem'
  return rating === 3 ? 'idea' : 'praise'
}
