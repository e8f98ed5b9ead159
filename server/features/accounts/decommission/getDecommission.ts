import { operation } from '../../../http/operation.ts'
import { AccountId } from '../accounts/schemas.ts'
import { loadDecommission } from './queries.ts'
import { Decommission } from './schemas.ts'

export const getDecommission = operation({
  id: 'getDecommission',
  method: 'GET',
  path: '/accounts/{id}/retirement',
  tag: 'accounts',
  summary: 'Get the status of a decommission, with the deadlines for undo and restore',
  description: 'Returns the latest decommission of the account; 404 if there was none.',
  access: 'signedIn',
  params: AccountId,
  responses: { 200: Decommission },
  errors: ['notFound'],
  handler: ({ db, actor, params, now }) => loadDecommission(db, actor, params.id, now()),
})
