import { operation } from '../../../http/operation.ts'
import { AccessRequestId } from '../../access/assignments/schemas.ts'
import { sandboxAccessRequestKind } from '../../access/assignments/submit.ts'
import { AccessDecision } from '../../access/requests/schemas.ts'
import { prepareRequestVote, voteOnRequest } from '../../access/requests/voteOnRequest.ts'
import { loadSandboxAccessRequest } from './requests.ts'
import { SandboxAccessRequest } from './schemas.ts'
import { sandboxAccessRequestSubject } from './subject.ts'

export const decideSandboxAccessRequest = operation({
  id: 'decideSandboxAccessRequest',
  method: 'PATCH',
  path: '/sandbox-access/requests/{id}',
  tag: 'sandbox-access',
  summary: 'Approve or reject a sandbox access request, or request changes to it',
  description: 'Equivalent to voting on the request’s approval. If the request changed after the version you send, no vote is counted.',
  access: 'approver',
  stepUp: 'byRow',
  params: AccessRequestId,
  body: AccessDecision,
  responses: { 200: SandboxAccessRequest },
  errors: ['notFound', 'alreadyDecided', 'versionMismatch', 'conflict'],
  prepare: (preparation) => prepareRequestVote(preparation, { kind: sandboxAccessRequestKind, id: preparation.params.id }),
  async handler(call, externalFacts) {
    const { db, actor, params, now, changed } = call
    await voteOnRequest(call, sandboxAccessRequestSubject, params.id, externalFacts)
    const decidedRequest = await loadSandboxAccessRequest(db, actor, params.id, now())
    await changed('sandbox', decidedRequest.sandbox.id)
    return decidedRequest
  },
})
