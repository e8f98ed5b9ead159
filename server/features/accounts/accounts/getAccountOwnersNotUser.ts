import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { PersonRef } from '../../../people/schemas.ts'
import { readAccount } from './queries.ts'
import { AccountId } from './schemas.ts'

export const getAccountOwnersNotUser = operation({
  id: 'getAccountOwnersNotUser',
  method: 'GET',
  path: '/accounts/{id}/AccountOwnersNotUser',
  tag: 'accounts',
  summary: 'List the other owners of an account',
  access: 'signedIn',
  params: AccountId,
  answers: { 200: Type.Array(PersonRef) },
  errors: ['notFound'],
  async handler({ db, actor, params }) {
    const { owners } = await readAccount(db, actor, params.id)
    return owners.filter((owner) => owner.id !== actor.id)
  },
})
