import type { TagResult } from '../../../db/tables.ts'
import { announce } from '../../../workflows/changes.ts'
import type { Step, Workflow } from '../../../workflows/workflow.ts'
import { carryOutTagChange, sendTags } from '../insights/carryOutTagChange.ts'
import { emptyCloudFacts } from './facts.ts'
import { fetchAccountFacts, keepPreviousFindings } from './fetchFor.ts'

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
    await keepPreviousFindings(db, { ...account, owners }, { ...emptyCloudFacts, ...found, tags: result.tags }, at)
    return undefined
  },
}

export const carryOutTagRestore: Workflow<Record<string, never>> = {
  ...carryOutTagChange,
  kind: 'restoreTags',
  steps: [...carryOutTagChange.steps, checkAccountHealth],
  async succeeded(context) {
    await carryOutTagChange.succeeded(context)
    const { db, subjectId } = context
    const change = await db.selectFrom('tag_changes').select('account_id').where('id', '=', subjectId).executeTakeFirstOrThrow()
    await announce(db, { kind: 'account', id: change.account_id })
  },
}
