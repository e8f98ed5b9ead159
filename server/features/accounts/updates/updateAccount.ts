import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { stateVerdict } from '../accounts/policy.ts'
import { lockAccount } from '../accounts/queries.ts'
import { requireSubscription } from '../accounts/requireSubscription.ts'
import { Account, AccountChange, AccountId } from '../accounts/schemas.ts'
import { changeAccount } from './changeAccount.ts'

/** Azure determines these fields after the setup. On a manual record, people enter them. */
const mirroredFields = ['name', 'environment', 'workload', 'subscriptionId', 'managementGroup', 'region', 'network'] as const

export const updateAccount = operation({
  id: 'updateAccount',
  method: 'PATCH',
  path: '/accounts/{id}',
  tag: 'accounts',
  summary: 'Change an account’s record',
  description: `You can change ${mirroredFields.join(', ')} on manual records only.`,
  access: 'admin',
  params: AccountId,
  body: AccountChange,
  responses: { 200: Account },
  errors: ['notFound', 'nameTaken', 'conflict', 'wrongState', 'versionMismatch', 'outsideFailed'],
  prepare: (preparation) => requireSubscription(preparation, preparation.body.subscriptionId),
  async handler(call) {
    const { db, actor, params, body, ifMatch, audit, changed } = call
    const before = await lockAccount(db, actor, params.id)
    const subject = { kind: 'account', id: before.id }
    audit({ subject })
    ifMatch(before.version)
    requireState(stateVerdict('administer', before))
    const errors = mirroredFields
      .filter((field) => body[field] !== undefined && before.kind !== 'manual')
      .map((field) => ({ field, message: 'is read from Azure; you can change it on manual records only' }))
    if (errors.length > 0)
      throw new Failure('invalidRequest', errors.map((error) => `${error.field} ${error.message}`).join('; '), { errors })
    const after = await changeAccount(call, before, body)
    audit({ subject, before, after })
    await changed('account', before.id)
    return after
  },
})
