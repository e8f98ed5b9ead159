import { operation } from '../../../http/operation.ts'
import { withdrawRequest } from './fileRequest.ts'
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
  async handler(call) {
    const { db, actor, params, audit } = call
    const row = await lockAccessRequest(db, params)
    audit({ subject: { kind: accessRequestKind, id: row.id } })
    await withdrawRequest(call, accessRequestKind, row)
    return readAccessRequest(db, actor, row.id)
  },
})
