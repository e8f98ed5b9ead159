import { operation } from '../../../http/operation.ts'
import { AccessRequestId } from '../../access/assignments/schemas.ts'
import { sandboxAccessRequestKind } from '../../access/assignments/submit.ts'
import { loadSandboxAccessRequest } from './requests.ts'
import { SandboxAccessRequest } from './schemas.ts'

export const getSandboxAccessRequest = operation({
  id: 'getSandboxAccessRequest',
  method: 'GET',
  path: '/sandbox-access/requests/{id}',
  tag: 'sandbox-access',
  summary: 'Get a sandbox access request with its approvals, run and history',
  description: 'Visible to the requester, the owners of the sandbox, approvers, administrators and auditors.',
  access: 'owner',
  params: AccessRequestId,
  responses: { 200: SandboxAccessRequest },
  errors: ['notFound'],
  async handler({ db, actor, params, now, allow, audit }) {
    audit({ subject: { kind: sandboxAccessRequestKind, id: params.id } })
    return loadSandboxAccessRequest(db, actor, params.id, now(), allow)
  },
})
