import { sql } from 'kysely'
import { countVote } from '../../../approvals/countVote.ts'
import { operation } from '../../../http/operation.ts'
import { refreshApproverGroups } from '../../../people/refreshApproverGroups.ts'
import { loadApprovalItems } from './queries.ts'
import { ApprovalId, ApprovalItem, DecisionBody } from './schemas.ts'

export const decideAccountApproval = operation({
  id: 'decideAccountApproval',
  method: 'POST',
  path: '/account-approvals/{id}',
  tag: 'account-approvals',
  summary: 'Approve or reject a request, or request changes to it',
  access: 'approver',
  stepUp: 'byRow',
  params: ApprovalId,
  body: DecisionBody,
  responses: { 200: ApprovalItem },
  errors: ['notFound', 'alreadyDecided', 'versionMismatch', 'conflict', 'nameTaken'],
  prepare: ({ db, clients, now, params }) => refreshApproverGroups({ db, clients, now }, params.id),
  async handler(call) {
    const { db, actor, params, body, now } = call
    await countVote(call, {
      approvalId: params.id,
      stage: body.stage,
      decision: body.decision,
      comment: body.comment ?? '',
      check: (approval) => call.ifMatch(approval.version),
    })
    const [item] = await loadApprovalItems({ db, actor, now: now() }, sql<boolean>`a.id = ${params.id}`)
    return item!
  },
})
