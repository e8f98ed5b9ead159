import { operation } from '../../../http/operation.ts'
import { loadAccessRequest } from './queries.ts'
import { AccessRequest, AccessRequestId } from './schemas.ts'
import { accessRequestKind } from './submit.ts'

export const getAccessRequest = operation({
  id: 'getAccessRequest',
  method: 'GET',
  path: '/account-access/access-requests/{id}',
  tag: 'account-access',
  summary: 'Get an access request with its approvals, run and history',
  access: 'owner',
  params: AccessRequestId,
  responses: { 200: AccessRequest },
  errors: ['notFound'],
  async handler({ db, actor, params, allow, audit }) {
    audit({ subject: { kind: accessRequestKind, id: params.id } })
    return loadAccessRequest(db, actor, params.id, allow)
  },
})
