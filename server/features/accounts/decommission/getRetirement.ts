import { operation } from '../../../http/operation.ts'
import { AccountId } from '../accounts/schemas.ts'
import { readRetirement } from './queries.ts'
import { Retirement } from './schemas.ts'

export const getRetirement = operation({
  id: 'getRetirement',
  method: 'GET',
  path: '/accounts/{id}/retirement',
  tag: 'accounts',
  summary: 'How taking an account down stands, and until when it can be undone or restored',
  description: 'The latest attempt; 404 when there has been none.',
  access: 'signedIn',
  params: AccountId,
  answers: { 200: Retirement },
  errors: ['notFound'],
  handler: ({ db, actor, params, now }) => readRetirement(db, actor, params.id, now()),
})
