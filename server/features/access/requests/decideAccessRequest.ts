import { operation } from '../../../http/operation.ts'
import { loadAccessRequest } from '../assignments/queries.ts'
import { AccessRequest, AccessRequestId } from '../assignments/schemas.ts'
import { accessRequestSubject } from '../assignments/subject.ts'
import { accessRequestKind } from '../assignments/submit.ts'
import { AccessDecision } from './schemas.ts'
import { prepareRequestVote, voteOnRequest } from './voteOnRequest.ts'

export const decideAccessRequest = operation({
  id: 'decideAccessRequest',
  method: 'PATCH',
  path: '/account-access/access-requests/{id}',
  tag: 'account-access',
  summary: 'Approve or reject an access request, or request changes to it',
  description: 'Equivalent to voting on the request’s approval. If the request changed after the version you send, no vote is counted.',
  access: 'approver',
  stepUp: 'byRow',
  params: AccessRequestId,
  body: AccessDecision,
  responses: { 200: AccessRequest },
  errors: ['notFound', 'alreadyDecided', 'versionMismatch', 'conflict'],
  prepare: (preparation) => prepareRequestVote(preparation, { kind: accessRequestKind, id: preparation.params.id }),
  async handler(call, externalFacts) {
    const { db, actor, params } = call
    await voteOnRequest(call, accessRequestSubject, params.id, externalFacts)
    return loadAccessRequest(db, actor, params.id)
  },
})
