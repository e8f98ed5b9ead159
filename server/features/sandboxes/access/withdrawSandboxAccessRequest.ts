import { operation } from '../../../http/operation.ts'
import { withdrawRequest } from '../../access/assignments/fileRequest.ts'
import { lockAccessRequest } from '../../access/assignments/queries.ts'
import { sandboxAccessRequestKind } from '../../access/assignments/submit.ts'
import { readSandboxAccessRequest } from './requests.ts'
import { RequestOfSandbox, SandboxAccessRequest } from './schemas.ts'

export const withdrawSandboxAccessRequest = operation({
  id: 'withdrawSandboxAccessRequest',
  method: 'POST',
  path: '/sandboxes/{id}/accessRequests/{requestId}/withdraw',
  tag: 'sandboxes',
  summary: 'Withdraw your sandbox access request',
  access: 'owner',
  params: RequestOfSandbox,
  answers: { 200: SandboxAccessRequest },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler(call) {
    const { db, actor, params, now, audit, changed } = call
    audit({ subject: { kind: sandboxAccessRequestKind, id: params.requestId } })
    const row = await lockAccessRequest(db, params, 'sandbox')
    await withdrawRequest(call, sandboxAccessRequestKind, row)
    await changed('sandbox', params.id)
    return readSandboxAccessRequest(db, actor, row.id, now())
  },
})
