import type { PullRequest } from '../simulator/git/pullRequest.ts'
import type { SnowRecord } from '../simulator/servicenow/tables.ts'
import type { TestApp } from './app.ts'

export interface ChangedAccount {
  id: string
  name: string
  subscriptionId: string
}

export function accountOfDaniel({ company, persona }: Pick<TestApp, 'company' | 'persona'>, n: number) {
  const account = company.accounts.filter(
    (each) => each.ownerIds.includes(persona('Daniel').id) && each.kind === 'cloud' && each.status === 'active',
  )[n]
  if (!account) throw new Error(`Daniel does not own that many accounts: ${n}`)
  return account
}

/** Collects the result of an account change, in Slipway and the simulated cloud, reduced to what must exist exactly once. */
export async function readChangedAccount(app: TestApp, account: ChangedAccount, updateId: string) {
  const { db, simulator, context } = app
  const update = await db.selectFrom('account_updates').select(['reference', 'status']).where('id', '=', updateId).executeTakeFirstOrThrow()
  const run = await db.selectFrom('work_runs').select(['id', 'status']).where('subject_id', '=', updateId).executeTakeFirstOrThrow()
  const steps = await db
    .selectFrom('work_steps')
    .select(['name', 'status', 'error'])
    .where('run_id', '=', run.id)
    .orderBy('position')
    .execute()
  const row = await db
    .selectFrom('accounts')
    .select(['catalogue_item_ids', 'status'])
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  const { arm, git } = context.clients
  const scope = `/subscriptions/${account.subscriptionId}`
  const file = await git.getFile(`accounts/${account.name}/account.json`, 'main')
  const pulls = simulator.state.collection<PullRequest>('git.pulls').values()
  const records = simulator.state.collection<SnowRecord>('servicenow.records').values()
  const notifications = await db.selectFrom('notifications').select('kind').where('subject_id', '=', updateId).execute()
  return {
    update: update.status,
    run: run.status,
    stepsLeft: steps
      .filter((step) => step.status !== 'succeeded')
      .map((step) => `${step.name} ${step.status}: ${step.error?.message ?? ''}`),
    account: row.status,
    itemIds: row.catalogue_item_ids,
    pullRequests: pulls
      .filter((pull) => pull.head === `slipway/${update.reference.toLowerCase()}`)
      .map((pull) => (pull.mergedAt ? 'merged' : pull.state)),
    recorded: file === undefined ? undefined : (JSON.parse(file) as Record<string, unknown>),
    tags: await arm.getTags(scope),
    budget: (await arm.getBudget(scope, 'slipway-monthly'))?.properties.amount,
    configurationItems: records.filter((record) => record.correlation_id === account.id).length,
    notifiedDone: notifications.filter(({ kind }) => kind === 'updateDone').length,
  }
}
