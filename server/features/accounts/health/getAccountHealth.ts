import { operation } from '../../../http/operation.ts'
import { canDoInAccount } from '../accounts/policy.ts'
import { loadAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { loadHealth } from './present.ts'
import { AccountHealth } from './schemas.ts'

export const getAccountHealth = operation({
  id: 'getAccountHealth',
  method: 'GET',
  path: '/accounts/{id}/health',
  tag: 'accounts',
  summary: 'Get the health of an account: score, parts and fixes',
  description: '`checkedAt` is when the health was checked, at most one hour ago. The score is also part of the account.',
  access: 'owner',
  params: AccountId,
  responses: { 200: AccountHealth },
  errors: ['notFound'],
  async handler({ db, actor, params, allow, audit }) {
    const account = await loadAccount(db, actor, params.id)
    audit({ subject: { kind: 'account', id: account.id } })
    allow(canDoInAccount(actor, 'seeAll', account))
    return loadHealth(db, actor, account)
  },
})
