import { Failure } from '../../../errors.ts'
import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { loadAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { managedTagsOf } from '../accounts/tagRules.ts'
import { changeableSubscription } from '../insights/changeableSubscription.ts'
import { startTagChange, tagChangePath } from '../insights/tagChange.ts'
import { waitUntilTagged } from '../insights/waitUntilTagged.ts'
import { applyTagRestore } from './applyTagRestore.ts'
import { canRestoreTags } from './policy.ts'
import { loadHealth } from './present.ts'
import { AccountHealth } from './schemas.ts'

export const restoreAccountTags = operation({
  id: 'restoreAccountTags',
  method: 'POST',
  path: '/accounts/{id}/tags/restore',
  tag: 'accounts',
  summary: 'Restore the tags that Slipway manages on a subscription',
  description:
    'Sets the cost centre, environment, criticality, data classification and management tags again if they were changed in Azure. Other tags don’t change. Returns 200 with the refreshed health if it completes within seconds, 502 if Azure rejects it, and otherwise 202; then `getTagChange` returns the result. Repeating the call is safe.',
  access: 'owner',
  params: AccountId,
  responses: { 202: AccountHealth, 200: AccountHealth },
  errors: ['notFound', 'wrongState', 'outsideFailed'],
  async handler({ db, jobs, actor, params, now, allow, audit }) {
    const subject = { kind: 'account', id: params.id }
    audit({ subject })
    const { account, verdict, subscriptionId } = await changeableSubscription({ db, actor }, params.id)
    allow(verdict)
    requireState(canRestoreTags(account))
    const tags = managedTagsOf(account)
    const change = { operation: 'merge' as const, tags, resourceIds: [`/subscriptions/${subscriptionId}`] }
    const tagChange = { accountId: account.id, personId: actor.id, ...change, now: now() }
    const id = await startTagChange({ db, jobs }, tagChange, applyTagRestore)
    audit({ subject, after: { tagChangeId: id, tags } })
    return reply(202, await loadHealth(db, actor, account), { location: tagChangePath(account.id, id) })
  },
  async afterCommit({ db, actor }, reply) {
    const { accountId, status, results } = await waitUntilTagged(db, reply)
    if (status === 'running') return reply
    const error = results[0]?.error
    if (error) throw new Failure('outsideFailed', error.message)
    return { ...reply, status: 200, body: await loadHealth(db, actor, await loadAccount(db, actor, accountId)) }
  },
})
