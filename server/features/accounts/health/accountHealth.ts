import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import { canBePropagating } from '../accounts/newSubscription.ts'
import { loadBudgetRuns } from '../budgets/setBudget.ts'
import { storeCost } from '../costs/storeCost.ts'
import type { CloudFacts, RecordedFacts } from './facts.ts'
import { fetchBudgets } from './fetchBudgets.ts'
import { fetchCloud } from './fetchCloud.ts'
import { partsOf } from './parts.ts'
import { storeHealth } from './storeHealth.ts'

export async function fetchAccountFacts(
  { db, clients }: { db: Db; clients: Pick<Clients, 'arm' | 'watch'> },
  account: { id: string; subscriptionId: string },
  at: Date,
  signal?: AbortSignal,
): Promise<{ found: Partial<CloudFacts> | undefined; failures: unknown[] }> {
  const { id, subscriptionId } = account
  const { subscription_since } = await db.selectFrom('accounts').select('subscription_since').where('id', '=', id).executeTakeFirstOrThrow()
  const isNew = canBePropagating('costs', subscription_since, at)
  const { facts, failures } = await fetchCloud(clients, [subscriptionId], signal ? { signal } : {})
  failures.push(...(await fetchBudgets(clients, [subscriptionId], facts, () => isNew, signal)))
  return { found: facts.get(subscriptionId.toLowerCase()), failures }
}

type HealthAccount = Pick<RecordedFacts, 'environment' | 'subscriptionId' | 'owners'> & { id: string }

export async function storeAccountHealth(db: Db, account: HealthAccount, cloud: CloudFacts, at: Date): Promise<void> {
  const { id, environment, subscriptionId, owners } = account
  const recordedFacts = await db
    .selectFrom('accounts')
    .select(['network', 'budget', 'subscription_since as subscriptionSince'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const budgetRun = (await loadBudgetRuns(db, [id])).get(id) ?? 'none'
  await storeHealth(db, id, partsOf({ environment, subscriptionId, owners, ...recordedFacts, budgetRun }, cloud, at), at)
  await storeCost(db, id, cloud.cost, at)
}
