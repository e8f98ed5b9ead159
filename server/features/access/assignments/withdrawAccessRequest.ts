import { operation } from '../../../http/operation.ts'
import { loadAccessRequest, lockAccessRequest } from './queries.ts'
import { AccessRequest, AccountAccessRequestParams } from './schemas.ts'
import { accessRequestKind } from './submit.ts'
import { withdrawRequest } from './submitAccessRequest.ts'

export const withdrawAccessRequest = operation({
  id: 'withdrawAccessRequest',
  method: 'POST',
  path: '/accounts/{id}/accessRequests/{requestId}/withdraw',
  tag: 'accounts',
  summary: 'Withdraw your access request',
  access: 'owner',
  params: AccountAccessRequestParams,
  responses: { 200: AccessRequest },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler(call) {
    const { db, actor, params, audit } = call
    const row = await lockAccessRequest(db, params)
    audit({ subject: { kind: accessRequestKind, id: row.id } })
    await withdrawRequest(call, accessRequestKind, row)
    return loadAccessRequest(db, actor, row.id)
  },
})
