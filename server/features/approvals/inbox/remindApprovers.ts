import { sql } from 'kysely'
import { loadPendingApprovers } from '../../../approvals/notifyApprovers.ts'
import { findApprovalSubject } from '../../../approvals/subject.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { notify } from '../../../notifications/notify.ts'
import { loadApprovalItems } from './queries.ts'
import { ApprovalId, ApprovalItem } from './schemas.ts'

export const remindApprovers = operation({
  id: 'remindApprovers',
  method: 'POST',
  path: '/account-approvals/{id}/nudge',
  tag: 'account-approvals',
  summary: 'Remind the approvers of your request, at most once a day',
  access: 'owner',
  params: ApprovalId,
  responses: { 200: ApprovalItem },
  errors: ['notFound', 'alreadyDecided', 'conflict'],
  async handler({ db, actor, params, now, allow, audit, changed }) {
    audit({ subject: { kind: 'approval', id: params.id } })
    const loadItem = async () => (await loadApprovalItems({ db, actor, now: now() }, sql<boolean>`a.id = ${params.id}`))[0]
    // The lock makes sure that two simultaneous clicks send only one reminder.
    await db.selectFrom('approvals').select('id').where('id', '=', params.id).forUpdate().execute()
    const approval = await loadItem()
    if (!approval) throw new Failure('notFound', 'This approval doesn’t exist.')
    allow(approval.requester.id === actor.id ? true : 'Only the requester can remind the approvers.')
    const verdict = approval.can.remind
    if (approval.status !== 'pending') throw new Failure('alreadyDecided', String(verdict))
    if (verdict !== true) throw new Failure(approval.remindedByRequesterAt ? 'tooManyRequests' : 'conflict', String(verdict))
    const at = now()
    await db.updateTable('approvals').set({ reminded_by_requester_at: at }).where('id', '=', approval.id).execute()
    const notification = await findApprovalSubject(approval.subjectKind).notification(db, approval.subjectId)
    const seats = await loadPendingApprovers(db, approval.id)
    await notify(
      db,
      seats.map((seat) => seat.person_id),
      {
        kind: 'decisionRequesterReminder',
        subjectKind: 'approval',
        subjectId: approval.id,
        title: `${actor.displayName} reminds you: ${notification.title}`,
        body: notification.body,
        key: `remind:${approval.id}:${at.toISOString()}`,
      },
    )
    audit({
      subject: { kind: approval.subjectKind, id: approval.subjectId },
      before: { remindedByRequesterAt: approval.remindedByRequesterAt },
      after: { remindedByRequesterAt: at.toISOString(), notified: seats.length },
    })
    await changed('approval', approval.id)
    return (await loadItem())!
  },
})
