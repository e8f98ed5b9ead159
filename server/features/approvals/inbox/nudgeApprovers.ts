import { sql } from 'kysely'
import { openSeats } from '../../../approvals/tellApprovers.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { notify } from '../../../notifications/notify.ts'
import { readApprovalItems } from './queries.ts'
import { ApprovalId, ApprovalItem } from './schemas.ts'
import { approvalSubjects } from './subjects.ts'

export const nudgeApprovers = operation({
  id: 'nudgeApprovers',
  method: 'POST',
  path: '/account-approvals/{id}/nudge',
  tag: 'account-approvals',
  summary: 'Remind the approvers of your request, once a day',
  access: 'owner',
  params: ApprovalId,
  answers: { 200: ApprovalItem },
  errors: ['notFound', 'alreadyDecided', 'conflict'],
  async handler({ db, actor, params, now, allow, audit, changed }) {
    audit({ subject: { kind: 'approval', id: params.id } })
    const read = async () => (await readApprovalItems({ db, actor, now: now() }, sql<boolean>`a.id = ${params.id}`))[0]
    // The lock makes two simultaneous clicks send one reminder.
    await db.selectFrom('approvals').select('id').where('id', '=', params.id).forUpdate().execute()
    const approval = await read()
    if (!approval) throw new Failure('notFound', 'This approval doesn’t exist.')
    allow(approval.requester.id === actor.id ? true : 'Only the requester can remind the approvers.')
    const verdict = approval.can.nudge
    if (approval.status !== 'pending') throw new Failure('alreadyDecided', String(verdict))
    if (verdict !== true) throw new Failure(approval.nudgedAt ? 'tooManyRequests' : 'conflict', String(verdict))
    const at = now()
    await db.updateTable('approvals').set({ nudged_at: at }).where('id', '=', approval.id).execute()
    const notice = await approvalSubjects[approval.subjectKind]?.notice(db, approval.subjectId)
    const seats = await openSeats(db, approval.id)
    await notify(
      db,
      seats.map((seat) => seat.person_id),
      {
        kind: 'decisionNudge',
        subjectKind: 'approval',
        subjectId: approval.id,
        title: `${actor.displayName} reminds you: ${notice?.title ?? 'a request is waiting for you'}`,
        body: notice?.body ?? '',
        key: `nudge:${approval.id}:${at.toISOString()}`,
      },
    )
    audit({
      subject: { kind: approval.subjectKind, id: approval.subjectId },
      before: { nudgedAt: approval.nudgedAt },
      after: { nudgedAt: at.toISOString(), told: seats.length },
    })
    await changed('approval', approval.id)
    return (await read())!
  },
})
