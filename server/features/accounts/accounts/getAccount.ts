import { operation } from '../../../http/operation.ts'
import { readAccount } from './queries.ts'
import { Account, AccountId } from './schemas.ts'

export const getAccount = operation({
  id: 'getAccount',
  method: 'GET',
  path: '/accounts/{id}',
  tag: 'accounts',
  summary: 'Get an account',
  description: 'Budget, tags and network are for owners, administrators and auditors.',
  access: 'signedIn',
  params: AccountId,
  answers: { 200: Account },
  errors: ['notFound'],
  handler: ({ db, actor, params }) => readAccount(db, actor, params.id),
})
