import { operation } from '../../http/operation.ts'
import { changeInCloud } from '../account-insights/changeInCloud.ts'
import { requireState } from '../accounts/changeAccount.ts'
import { lockAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { keptTagsOf } from '../accounts/tagRules.ts'
import { askAbout, keepFindings } from './askAbout.ts'
import { nothingAsked } from './facts.ts'
import { mayRestoreTags } from './policy.ts'
import { readHealth } from './present.ts'
import { AccountHealth } from './schemas.ts'

export const restoreAccountTags = operation({
  id: 'restoreAccountTags',
  method: 'POST',
  path: '/accounts/{id}/tags/restore',
  tag: 'accounts',
  summary: 'Set the tags that Slipway keeps on the subscription of an account again',
  description:
    'For when somebody removed or changed them in Azure: cost centre, environment, criticality, data classification and the management tag, as the account’s details say. Other tags stay as they are; doing it again is harmless. Answers the health of the account, checked anew.',
  access: 'owner',
  params: AccountId,
  answers: { 200: AccountHealth },
  errors: ['notFound', 'wrongState', 'outsideFailed'],
  // A caller who goes away stops nothing: what has been changed has to stand in the history.
  prepare: ({ params, now, ...preparation }) =>
    changeInCloud(preparation, params.id, async (account, subscriptionId) => {
      requireState(mayRestoreTags(account))
      const { arm } = preparation.clients
      const scope = `/subscriptions/${subscriptionId}`
      const before = await arm.getTags(scope)
      const tags = await arm.mergeTags(scope, keptTagsOf(account))
      const at = now()
      const { found } = await askAbout(preparation, { id: account.id, subscriptionId }, at)
      // Resource Graph hears of it some time later.
      return { before, tags, at, cloud: { ...nothingAsked, ...found, tags } }
    }),
  async handler({ db, actor, params, allow, audit, changed }, { verdict, done }) {
    const subject = { kind: 'account', id: params.id }
    audit({ subject })
    allow(verdict)
    const { before, tags, at, cloud } = done!
    const account = await lockAccount(db, actor, params.id)
    await keepFindings(db, account, cloud, at)
    audit({ subject, before: { tags: before }, after: { tags } })
    await changed('account', account.id)
    return readHealth(db, actor, account)
  },
})
