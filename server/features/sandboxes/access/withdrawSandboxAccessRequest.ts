import { operation } from '../../../http/operation.ts'
import { lockAccessRequest } from '../../access/assignments/queries.ts'
import { sandboxAccessRequestKind } from '../../access/assignments/submit.ts'
import { withdrawRequest } from '../../access/assignments/submitAccessRequest.ts'
import { loadSandboxAccessRequest } from './requests.ts'
import { SandboxAccessRequest, SandboxAccessRequestParams } from './schemas.ts'

export const withdrawSandboxAccessRequest = operation({
  id: 'withdrawSandboxAccessRequest',
  method: 'POST',
  path: '/sandboxes/{id}/accessRequests/{requestId}/withdraw',
  tag: 'sandboxes',
  summary: 'Withdraw your sandbox access request',
  access: 'owner',
  params: SandboxAccessRequestParams,
  responses: { 200: SandboxAccessRequest },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler(call) {
    const { db, actor, params, now, audit, changed } = call
    audit({ subject: { kind: sandboxAccessRequestKind, id: params.requestId } })
    const row = await lockAccessRequest(db, params, 'sandbox')
    await withdrawRequest(call, sandboxAccessRequestKind, row)
    await changed('sandbox', params.id)
    return loadSandboxAccessRequest(db, actor, row.id, now())
  },
})
