import { operation } from '../../../http/operation.ts'
import { loadAccount } from '../../accounts/accounts/queries.ts'
import { AccountId } from '../../accounts/accounts/schemas.ts'
import { canChangeKeys, canSeeAlerts, keysVerdict } from './policy.ts'
import { alertEndpoint, alertKeysOf } from './queries.ts'
import { AlertKeys } from './schemas.ts'

export const listAlertKeys = operation({
  id: 'listAlertKeys',
  method: 'GET',
  path: '/accounts/{id}/alertKeys',
  tag: 'incidents',
  summary: 'List an account’s alert keys and the URL for alerts',
  access: 'owner',
  params: AccountId,
  responses: { 200: AlertKeys },
  errors: ['notFound'],
  async handler({ db, actor, params, allow, config, now }) {
    const account = await loadAccount(db, actor, params.id)
    allow(canSeeAlerts(actor, account))
    const canChange = canChangeKeys(actor, account)
    return {
      items: await alertKeysOf(db, account.id, now()),
      endpoint: alertEndpoint(config, account.id, '{key}'),
      can: { create: canChange === true ? keysVerdict(account) : canChange, delete: canChange },
    }
  },
})
