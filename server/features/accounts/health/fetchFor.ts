import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import { maybeUnknown } from '../accounts/newSubscription.ts'
import { readBudgetRuns } from '../budgets/setBudget.ts'
import type { CloudFacts, OwnFacts } from './facts.ts'
import { fetchBudgets } from './fetchBudgets.ts'
import { fetchCloud } from './fetchCloud.ts'
import { partsOf } from './parts.ts'
import { storeHealth } from './storeHealth.ts'

/** @returns the facts that the cloud answered, undefined when none, and what failed */
export async function fetchFor(
  { db, clients }: { db: Db; clients: Pick<Clients, 'arm' | 'watch'> },
  account: { id: string; subscriptionId: string },
  at: Date,
  signal?: AbortSignal,
): Promise<{ found: Partial<CloudFacts> | undefined; failures: unknown[] }> {
  const { id, subscriptionId } = account
  const { subscription_since } = await db.selectFrom('accounts').select('subscription_since').where('id', '=', id).executeTakeFirstOrThrow()
  const isNew = maybeUnknown('costs', subscription_since, at)
  const { facts, failures } = await fetchCloud(clients, [subscriptionId], signal ? { signal } : {})
  failures.push(...(await fetchBudgets(clients, [subscriptionId], facts, () => isNew, signal)))
  return { found: facts.get(subscriptionId.toLowerCase()), failures }
}

type HealthAccount = Pick<OwnFacts, 'environment' | 'subscriptionId' | 'owners'> & { id: string }

export async function keepFindings(db: Db, account: HealthAccount, cloud: CloudFacts, at: Date): Promise<void> {
  const { id, environment, subscriptionId, owners } = account
  const own = await db
    .selectFrom('accounts')
    .select(['network', 'budget', 'subscription_since as subscriptionSince'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const budgetRun = (await readBudgetRuns(db, [id])).get(id) ?? 'none'
  await storeHealth(db, id, partsOf({ environment, subscriptionId, owners, ...own, budgetRun }, cloud, at), at)
}
