import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { withdrawRequest } from '../../access/assignments/fileRequest.ts'
import { accessRequestCan } from '../../access/assignments/policy.ts'
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
  async handler({ db, actor, params, now, allow, ifMatch, audit, changed }) {
    const subject = { kind: sandboxAccessRequestKind, id: params.requestId }
    audit({ subject })
    const row = await lockAccessRequest(db, params, 'sandbox')
    const { withdraw } = accessRequestCan(actor, { requester: { id: row.requester_id }, status: row.status })
    allow(row.requester_id === actor.id ? true : withdraw)
    requireState(withdraw)
    ifMatch(row.version)
    await withdrawRequest(db, sandboxAccessRequestKind, row.id, now())
    audit({ subject, before: { status: row.status }, after: { status: 'cancelled' } })
    await changed(sandboxAccessRequestKind, row.id)
    await changed('sandbox', params.id)
    await changed('approval', row.id)
    return readSandboxAccessRequest(db, actor, row.id, now())
  },
})
