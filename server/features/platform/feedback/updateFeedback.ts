import { nextVersion, updateRow } from '../../../db/rows.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { notify } from '../../../notifications/notify.ts'
import { auditedFields, loadFeedback, lockFeedback } from './queries.ts'
import { FeedbackChange, FeedbackId, PlatformFeedback } from './schemas.ts'

const statusText = {
  new: 'was reopened',
  seen: 'was read',
  planned: 'is planned',
  done: 'is done',
  declined: 'was declined',
}

export const describeAnswer = (reference: string, status: keyof typeof statusText): string =>
  `Your feedback ${reference} ${statusText[status]}`

export const updateFeedback = operation({
  id: 'updateFeedback',
  method: 'PATCH',
  path: '/feedback/{id}',
  tag: 'feedback',
  summary: 'Reply to feedback and notify its author',
  description: 'Declining feedback needs a reply to the author.',
  access: 'admin',
  params: FeedbackId,
  body: FeedbackChange,
  responses: { 200: PlatformFeedback },
  errors: ['notFound', 'versionMismatch'],
  async handler({ db, actor, params, body, now, ifMatch, audit, changed }) {
    audit({ subject: { kind: 'feedback', id: params.id } })
    const before = await lockFeedback(db, actor, params.id)
    ifMatch(before.version)
    const status = body.status ?? before.status
    const note = body.note?.trim() ?? before.note
    if (status === 'declined' && note === '') {
      const message = 'Enter a reason for declining.'
      throw new Failure('invalidRequest', message, { errors: [{ field: 'note', message }] })
    }
    if (status === before.status && note === before.note) return before
    await updateRow(db, 'feedback', before.id, { status, note, answered_by: actor.id, answered_at: now(), ...nextVersion(now()) })
    const after = await loadFeedback(db, actor, before.id)
    if (before.person.id !== actor.id)
      await notify(db, [before.person.id], {
        kind: 'feedbackAnswered',
        subjectKind: 'feedback',
        subjectId: before.id,
        title: describeAnswer(before.reference, status),
        body: note,
        key: `feedback:${before.id}:${after.version}`,
      })
    audit({ subject: { kind: 'feedback', id: before.id }, before: auditedFields(before), after: auditedFields(after) })
    await changed('feedback', before.id)
    return after
  },
})
