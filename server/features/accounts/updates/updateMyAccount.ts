import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { canDoInAccount, stateVerdict } from '../accounts/policy.ts'
import { lockAccount } from '../accounts/queries.ts'
import { Account, AccountId, OwnAccountChange } from '../accounts/schemas.ts'
import { changeAccount } from './changeAccount.ts'

export const updateMyAccount = operation({
  id: 'updateMyAccount',
  method: 'PATCH',
  path: '/accounts/myAccounts/{id}',
  tag: 'accounts',
  summary: 'Change the details that owners can change',
  access: 'owner',
  params: AccountId,
  body: OwnAccountChange,
  responses: { 200: Account },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler(call) {
    const { db, actor, params, body, allow, ifMatch, audit, changed } = call
    const before = await lockAccount(db, actor, params.id)
    const subject = { kind: 'account', id: before.id }
    audit({ subject })
    allow(canDoInAccount(actor, 'update', before))
    ifMatch(before.version)
    requireState(stateVerdict('update', before))
    const after = await changeAccount(call, before, body)
    audit({ subject, before, after })
    await changed('account', before.id)
    return after
  },
})
