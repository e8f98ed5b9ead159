import { operation } from '../../../http/operation.ts'
import { canDoInAccount } from './policy.ts'
import { loadAccount } from './queries.ts'
import { Account, AccountId } from './schemas.ts'

export const getMyAccount = operation({
  id: 'getMyAccount',
  method: 'GET',
  path: '/accounts/myAccounts/{id}',
  tag: 'accounts',
  summary: 'Get an account you own',
  access: 'owner',
  params: AccountId,
  responses: { 200: Account },
  errors: ['notFound'],
  async handler({ db, actor, params, allow, audit }) {
    const account = await loadAccount(db, actor, params.id)
    audit({ subject: { kind: 'account', id: account.id } })
    allow(canDoInAccount(actor, 'seeAll', account))
    return account
  },
})
