import { sql } from 'kysely'
import { castVote, lockForVote } from '../../approvals/decide.ts'
import { Failure } from '../../http/errors.ts'
import { operation } from '../../http/operation.ts'
import { refreshApproverGroups } from '../people/refreshApproverGroups.ts'
import { readApprovalItems } from './queries.ts'
import { ApprovalId, ApprovalItem, DecisionBody } from './schemas.ts'
import { approvalSubjects } from './subjects.ts'

export const decideAccountApproval = operation({
  id: 'decideAccountApproval',
  method: 'POST',
  path: '/account-approvals/{id}',
  tag: 'account-approvals',
  summary: 'Approve, reject, or ask for changes',
  access: 'approver',
  params: ApprovalId,
  body: DecisionBody,
  answers: { 200: ApprovalItem },
  errors: ['notFound', 'alreadyDecided', 'versionMismatch', 'conflict', 'nameTaken'],
  prepare: ({ db, clients, params }) => refreshApproverGroups(db, clients, params.id),
  async handler({ db, jobs, actor, params, body, now, allow, ifMatch, audit, changed }) {
    const vote = {
      approvalId: params.id,
      stage: body.stage,
      personId: actor.id,
      decision: body.decision,
      comment: body.comment?.trim() ?? '',
    }
    audit({ subject: { kind: 'approval', id: params.id } })
    const approval = await lockForVote(db, vote, allow)
    ifMatch(approval.version)
    if (body.decision !== 'approve' && vote.comment.length < 3)
      throw new Failure('invalidRequest', 'Say why, so that the requester knows what to do.', {
        errors: [{ field: 'comment', message: 'is needed unless you approve' }],
      })
    const subject = approvalSubjects[approval.subject_kind]
    if (!subject) throw new Error(`there is no approval subject ${approval.subject_kind}`)
    const outcome = await castVote({ db, jobs, now: now() }, subject, approval, vote)
    const [item] = await readApprovalItems(db, actor, sql<boolean>`a.id = ${params.id}`)
    audit({
      subject: { kind: approval.subject_kind, id: approval.subject_id },
      before: { status: 'pending', stage: approval.stage },
      after: { decision: body.decision, comment: vote.comment, status: outcome },
    })
    await changed('approval', params.id)
    await changed(approval.subject_kind, approval.subject_id)
    return item!
  },
})
