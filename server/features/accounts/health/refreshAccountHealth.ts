import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { canDoInAccount, stateVerdict } from '../accounts/policy.ts'
import { loadAccount, lockAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { fetchAccountFacts, storeAccountHealth } from './accountHealth.ts'
import { emptyCloudFacts } from './facts.ts'
import { loadHealth } from './present.ts'
import { AccountHealth } from './schemas.ts'

/** A refresh within this time after an earlier one returns the known result, so that repeated refreshes can't use up the cloud's quota. */
const minIntervalMs = 10_000

export const refreshAccountHealth = operation({
  id: 'refreshAccountHealth',
  method: 'POST',
  path: '/accounts/{id}/health/refresh',
  tag: 'accounts',
  summary: 'Refresh the health of an account',
  description:
    'Refreshes at most once every ten seconds; more frequent calls return the last result. Parts that the cloud doesn’t return stay as they were.',
  access: 'owner',
  params: AccountId,
  responses: { 200: AccountHealth },
  errors: ['notFound', 'wrongState', 'conflict', 'outsideFailed'],
  async prepare({ db, actor, params, clients, now, signal }) {
    const account = await loadAccount(db, actor, params.id)
    const verdict = canDoInAccount(actor, 'update', account)
    const at = now()
    const lastCheck = await db.selectFrom('account_health').select('checked_at').where('account_id', '=', account.id).executeTakeFirst()
    const wasJustChecked = lastCheck !== undefined && at.getTime() - lastCheck.checked_at.getTime() < minIntervalMs
    if (verdict !== true || stateVerdict('update', account) !== true || wasJustChecked || account.subscriptionId === null)
      return { at, verdict, wasJustChecked, cloud: emptyCloudFacts }
    const { id, subscriptionId } = account
    const { found, failures } = await fetchAccountFacts({ db, clients }, { id, subscriptionId }, at, signal)
    if (!found && failures.length > 0) throw failures[0]
    return { at, verdict, wasJustChecked, cloud: { ...emptyCloudFacts, ...found } }
  },
  async handler({ db, actor, params, allow, audit, changed }, { at, verdict, wasJustChecked, cloud }) {
    const subject = { kind: 'account', id: params.id }
    audit({ subject })
    allow(verdict)
    const account = await lockAccount(db, actor, params.id)
    requireState(stateVerdict('update', account))
    if (wasJustChecked) return loadHealth(db, actor, account)
    await storeAccountHealth(db, account, cloud, at)
    await changed('account', account.id)
    return loadHealth(db, actor, account)
  },
})
