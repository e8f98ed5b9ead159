import { operation } from '../../../http/operation.ts'
import { loadUpdate } from './queries.ts'
import { AccountUpdate, UpdateId } from './schemas.ts'

export const getAccountUpdate = operation({
  id: 'getAccountUpdate',
  method: 'GET',
  path: '/accounts/{id}/updates/{updateId}',
  tag: 'account-updates',
  summary: 'Get an account change with its differences, approvals, run and history',
  access: 'approver',
  params: UpdateId,
  responses: { 200: AccountUpdate },
  errors: ['notFound'],
  handler: ({ db, actor, params, allow }) => loadUpdate(db, actor, params, allow),
})
