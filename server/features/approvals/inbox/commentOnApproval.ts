import { sql } from 'kysely'
import { Type } from 'typebox'
import { v7 as uuidv7 } from 'uuid'
import { loadPendingApprovers } from '../../../approvals/notifyApprovers.ts'
import { closedMessage } from '../../../approvals/policy.ts'
import { findApprovalSubject } from '../../../approvals/subject.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { notify } from '../../../notifications/notify.ts'
import { loadApprovalItems } from './queries.ts'
import { ApprovalId, ApprovalItem } from './schemas.ts'

export const commentOnApproval = operation({
  id: 'commentOnApproval',
  method: 'POST',
  path: '/account-approvals/{id}/comments',
  tag: 'account-approvals',
  summary: 'Comment on a request without a decision',
  description: 'Allowed for the requester and the approvers; the others of them are notified. Comments can’t be edited.',
  access: 'approver',
  params: ApprovalId,
  body: Type.Object(
    { comment: Type.String({ minLength: 1, maxLength: 1_000, pattern: '^[^\\x00]*\\S[^\\x00]*$' }) },
    { additionalProperties: false },
  ),
  responses: { 201: ApprovalItem },
  errors: ['notFound', 'alreadyDecided'],
  async handler({ db, actor, params, body, now, allow, audit, changed }) {
    audit({ subject: { kind: 'approval', id: params.id } })
    const loadItem = async () => (await loadApprovalItems({ db, actor, now: now() }, sql<boolean>`a.id = ${params.id}`))[0]
    await db.selectFrom('approvals').select('id').where('id', '=', params.id).forUpdate().execute()
    const before = await loadItem()
    if (!before) throw new Failure('notFound', 'This approval doesn’t exist.')
    const mentioned =
      before.requester.id === actor.id ||
      before.stages.some((stage) => [...stage.approvers, ...stage.decisions.map(({ person }) => person)].some(({ id }) => id === actor.id))
    allow(mentioned ? true : 'You aren’t an approver of this request.')
    if (before.status !== 'pending') throw new Failure('alreadyDecided', closedMessage(before.status))
    const comment = body.comment.trim()
    const id = uuidv7()
    await db
      .insertInto('approval_comments')
      .values({ id, approval_id: before.id, stage: before.stage, person_id: actor.id, comment, created_at: now() })
      .execute()
    const notification = await findApprovalSubject(before.subjectKind).notification(db, before.subjectId)
    const participantIds = [before.requester.id, ...(await loadPendingApprovers(db, before.id)).map((seat) => seat.person_id)]
    await notify(
      db,
      participantIds.filter((each) => each !== actor.id),
      {
        kind: 'approvalComment',
        subjectKind: 'approval',
        subjectId: before.id,
        title: `${actor.displayName} commented on a request: ${notification.title}`,
        body: `“${comment}”`,
        key: `comment:${id}`,
      },
    )
    audit({ subject: { kind: before.subjectKind, id: before.subjectId }, after: { comment } })
    await changed('approval', before.id)
    await changed(before.subjectKind, before.subjectId)
    return (await loadItem())!
  },
})
