import { sql } from 'kysely'
import { countVote } from '../../../approvals/countVote.ts'
import { prepareVote } from '../../../approvals/prepareVote.ts'
import { operation } from '../../../http/operation.ts'
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
  prepare: (preparation) => prepareVote(preparation, preparation.params.id),
  async handler(call, externalFacts) {
    const { db, actor, params, body, now } = call
    await countVote(call, {
      approvalId: params.id,
      stage: body.stage,
      decision: body.decision,
      comment: body.comment ?? '',
      externalFacts,
      check: (approval) => call.ifMatch(approval.version),
    })
    const [item] = await loadApprovalItems({ db, actor, now: now() }, sql<boolean>`a.id = ${params.id}`)
    return item!
  },
})
