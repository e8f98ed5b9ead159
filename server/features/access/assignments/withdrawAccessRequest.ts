import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { withdrawRequest } from './fileRequest.ts'
import { accessRequestCan } from './policy.ts'
import { lockAccessRequest, readAccessRequest } from './queries.ts'
import { AccessRequest, RequestOfAccount } from './schemas.ts'
import { accessRequestKind } from './submit.ts'

export const withdrawAccessRequest = operation({
  id: 'withdrawAccessRequest',
  method: 'POST',
  path: '/accounts/{id}/accessRequests/{requestId}/withdraw',
  tag: 'accounts',
  summary: 'Withdraw your access request',
  access: 'owner',
  params: RequestOfAccount,
  answers: { 200: AccessRequest },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, actor, params, now, allow, ifMatch, audit, changed }) {
    const row = await lockAccessRequest(db, params)
    const subject = { kind: accessRequestKind, id: row.id }
    audit({ subject })
    const { withdraw } = accessRequestCan(actor, { requester: { id: row.requester_id }, status: row.status })
    allow(row.requester_id === actor.id ? true : withdraw)
    requireState(withdraw)
    ifMatch(row.version)
    await withdrawRequest(db, accessRequestKind, row.id, now())
    audit({ subject, before: { status: row.status }, after: { status: 'cancelled' } })
    await changed(accessRequestKind, row.id)
    await changed('approval', row.id)
    return readAccessRequest(db, actor, row.id)
  },
})
