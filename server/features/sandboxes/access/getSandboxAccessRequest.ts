import { operation } from '../../../http/operation.ts'
import { sandboxAccessRequestKind } from '../../access/assignments/submit.ts'
import { readSandboxAccessRequest } from './requests.ts'
import { SandboxAccessRequest, SandboxAccessRequestId } from './schemas.ts'

export const getSandboxAccessRequest = operation({
  id: 'getSandboxAccessRequest',
  method: 'GET',
  path: '/sandbox-access/requests/{requestId}',
  tag: 'sandbox-access',
  summary: 'A request for access to a sandbox with its approvals, work and timeline',
  description: 'For its requester, the owners of the sandbox, whoever decides on it, administrators and auditors.',
  access: 'owner',
  params: SandboxAccessRequestId,
  answers: { 200: SandboxAccessRequest },
  errors: ['notFound'],
  async handler({ db, actor, params, now, allow, audit }) {
    audit({ subject: { kind: sandboxAccessRequestKind, id: params.requestId } })
    return readSandboxAccessRequest(db, actor, params.requestId, now(), allow)
  },
})
