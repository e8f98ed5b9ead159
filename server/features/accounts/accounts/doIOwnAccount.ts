import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { ownsAccount } from './policy.ts'
import { loadAccount } from './queries.ts'
import { AccountId } from './schemas.ts'

export const doIOwnAccount = operation({
  id: 'doIOwnAccount',
  method: 'GET',
  path: '/accounts/{id}/doIOwn',
  tag: 'accounts',
  summary: 'Check whether you own an account',
  access: 'signedIn',
  params: AccountId,
  responses: { 200: Type.Boolean() },
  errors: ['notFound'],
  async handler({ db, actor, params }) {
    return ownsAccount(actor, await loadAccount(db, actor, params.id))
  },
})
