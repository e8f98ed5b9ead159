import { operation } from '../../../http/operation.ts'
import { findAccount, presentExisting } from './queries.ts'
import { Account, AccountId } from './schemas.ts'

export const getAccount = operation({
  id: 'getAccount',
  method: 'GET',
  path: '/accounts/{id}',
  tag: 'accounts',
  summary: 'Get an account',
  description: 'Only owners, administrators and auditors get the budget, tags and network.',
  access: 'signedIn',
  params: AccountId,
  responses: { 200: Account },
  errors: ['notFound'],
  preload: ({ db, params }) => findAccount(db, params.id),
  handler: async ({ actor }, row) => presentExisting(actor, row),
})
