import { operation } from '../../../http/operation.ts'
import { loadAccountRequest } from './queries.ts'
import { AccountRequest, RequestId } from './schemas.ts'

export const getAccountRequest = operation({
  id: 'getAccountRequest',
  method: 'GET',
  path: '/account-requests/{id}',
  tag: 'account-requests',
  summary: 'Get an account request with its approvals, run and history',
  access: 'approver',
  params: RequestId,
  responses: { 200: AccountRequest },
  errors: ['notFound'],
  handler: ({ db, actor, params, allow }) => loadAccountRequest(db, actor, params.id, allow),
})
