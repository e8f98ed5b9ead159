import type { TagResult } from '../../../db/tables.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Step, Workflow } from '../../../workflows/workflow.ts'
import { applyTagChange, sendTags } from '../insights/applyTagChange.ts'
import { fetchAccountFacts, storeAccountHealth } from './accountHealth.ts'
import { emptyCloudFacts } from './facts.ts'

const checkAccountHealth: Step<Record<string, never>> = {
  name: 'checkHealth',
  title: 'Check the health of the account',
  async run({ db, clients, subjectId, output, now, signal }) {
    const [result] = output<{ results: TagResult[] }>(sendTags.name).results
    if (!result?.ok || !result.tags) return undefined
    const account = await db
      .selectFrom('tag_changes as t')
      .innerJoin('accounts as a', 'a.id', 't.account_id')
      .select(['a.id', 'a.environment', 'a.subscription_id as subscriptionId'])
      .where('t.id', '=', subjectId)
      .executeTakeFirstOrThrow()
    if (!account.subscriptionId) return undefined
    const owners = await db
      .selectFrom('account_owners as o')
      .innerJoin('people as p', 'p.id', 'o.person_id')
      .select('p.active')
      .where('o.account_id', '=', account.id)
      .execute()
    const at = now()
    const { found } = await fetchAccountFacts({ db, clients }, { id: account.id, subscriptionId: account.subscriptionId }, at, signal)
    // Resource Graph shows the new tags only after some time.
    await storeAccountHealth(db, { ...account, owners }, { ...emptyCloudFacts, ...found, tags: result.tags }, at)
    return undefined
  },
}

export const applyTagRestore: Workflow<Record<string, never>> = {
  ...applyTagChange,
  kind: 'restoreTags',
  steps: [...applyTagChange.steps, checkAccountHealth],
  async succeeded(context) {
    await applyTagChange.succeeded(context)
    const { db, subjectId } = context
    const change = await db.selectFrom('tag_changes').select('account_id').where('id', '=', subjectId).executeTakeFirstOrThrow()
    await publishChange(db, { kind: 'account', id: change.account_id })
  },
}
