import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { PersonRef } from '../../../people/schemas.ts'
import { loadAccount } from './queries.ts'
import { AccountId } from './schemas.ts'

export const getAccountOwnersNotUser = operation({
  id: 'getAccountOwnersNotUser',
  method: 'GET',
  path: '/accounts/{id}/AccountOwnersNotUser',
  tag: 'accounts',
  summary: 'List the other owners of an account',
  access: 'signedIn',
  params: AccountId,
  responses: { 200: Type.Array(PersonRef) },
  errors: ['notFound'],
  async handler({ db, actor, params }) {
    const { owners } = await loadAccount(db, actor, params.id)
    return owners.filter((owner) => owner.id !== actor.id)
  },
})
