import { operation } from '../../../http/operation.ts'
import { AccountId } from '../accounts/schemas.ts'
import { readDecommission } from './queries.ts'
import { Decommission } from './schemas.ts'

export const getDecommission = operation({
  id: 'getDecommission',
  method: 'GET',
  path: '/accounts/{id}/retirement',
  tag: 'accounts',
  summary: 'Get the status of a decommission, and until when you can undo or restore it',
  description: 'The latest attempt; 404 if there was none.',
  access: 'signedIn',
  params: AccountId,
  answers: { 200: Decommission },
  errors: ['notFound'],
  handler: ({ db, actor, params, now }) => readDecommission(db, actor, params.id, now()),
})
