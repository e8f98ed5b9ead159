import { operation } from '../../../http/operation.ts'
import { AccountId } from '../accounts/schemas.ts'
import { readRetirement } from './queries.ts'
import { Retirement } from './schemas.ts'

export const getRetirement = operation({
  id: 'getRetirement',
  method: 'GET',
  path: '/accounts/{id}/retirement',
  tag: 'accounts',
  summary: 'Get the status of a decommission, and until when you can undo or restore it',
  description: 'The latest attempt; 404 if there was none.',
  access: 'signedIn',
  params: AccountId,
  answers: { 200: Retirement },
  errors: ['notFound'],
  handler: ({ db, actor, params, now }) => readRetirement(db, actor, params.id, now()),
})
