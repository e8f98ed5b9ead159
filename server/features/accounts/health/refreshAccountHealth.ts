import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { canDoInAccount, stateAllows } from '../accounts/policy.ts'
import { lockAccount, readAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { nothingAsked } from './facts.ts'
import { fetchFor, keepFindings } from './fetchFor.ts'
import { readHealth } from './present.ts'
import { AccountHealth } from './schemas.ts'

/** An earlier refresh returns the known result, because impatience must not use up the cloud's quota. */
const soonestMs = 10_000

export const refreshAccountHealth = operation({
  id: 'refreshAccountHealth',
  method: 'POST',
  path: '/accounts/{id}/health/refresh',
  tag: 'accounts',
  summary: 'Refresh the health of an account',
  description: 'At most once every ten seconds; otherwise returns the last result. Parts that the cloud doesn’t return stay as they were.',
  access: 'owner',
  params: AccountId,
  answers: { 200: AccountHealth },
  errors: ['notFound', 'wrongState', 'conflict', 'outsideFailed'],
  async prepare({ db, actor, params, clients, now, signal }) {
    const account = await readAccount(db, actor, params.id)
    const verdict = canDoInAccount(actor, 'update', account)
    const at = now()
    const known = await db.selectFrom('account_health').select('checked_at').where('account_id', '=', account.id).executeTakeFirst()
    const justAsked = known !== undefined && at.getTime() - known.checked_at.getTime() < soonestMs
    if (verdict !== true || stateAllows('update', account) !== true || justAsked || account.subscriptionId === null)
      return { at, verdict, justAsked, cloud: nothingAsked }
    const { id, subscriptionId } = account
    const { found, failures } = await fetchFor({ db, clients }, { id, subscriptionId }, at, signal)
    if (!found && failures.length > 0) throw failures[0]
    return { at, verdict, justAsked, cloud: { ...nothingAsked, ...found } }
  },
  async handler({ db, actor, params, allow, audit, changed }, { at, verdict, justAsked, cloud }) {
    const subject = { kind: 'account', id: params.id }
    audit({ subject })
    allow(verdict)
    const account = await lockAccount(db, actor, params.id)
    requireState(stateAllows('update', account))
    if (justAsked) return readHealth(db, actor, account)
    await keepFindings(db, account, cloud, at)
    await changed('account', account.id)
    return readHealth(db, actor, account)
  },
})
