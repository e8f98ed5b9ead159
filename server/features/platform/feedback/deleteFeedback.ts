import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { canDeleteFeedback } from './policy.ts'
import { auditedFields, lockFeedback } from './queries.ts'
import { FeedbackId } from './schemas.ts'

export const deleteFeedback = operation({
  id: 'deleteFeedback',
  method: 'DELETE',
  path: '/feedback/{id}',
  tag: 'feedback',
  summary: 'Delete feedback; its author can do this only until it has been read',
  access: 'owner',
  params: FeedbackId,
  responses: { 204: Type.Null() },
  errors: ['notFound', 'versionMismatch'],
  async handler({ db, actor, params, allow, ifMatch, audit, changed }) {
    audit({ subject: { kind: 'feedback', id: params.id } })
    const before = await lockFeedback(db, actor, params.id)
    allow(canDeleteFeedback(actor, { personId: before.person.id, status: before.status }))
    ifMatch(before.version)
    await db.deleteFrom('feedback').where('id', '=', before.id).execute()
    audit({ subject: { kind: 'feedback', id: before.id }, before: auditedFields(before) })
    await changed('feedback', before.id)
    return null
  },
})
