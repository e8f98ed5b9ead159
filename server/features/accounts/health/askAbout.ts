import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import { maybeUnknown } from '../accounts/newSubscription.ts'
import { readBudgetRuns } from '../budgets/setBudget.ts'
import { askBudgets } from './askBudgets.ts'
import { askCloud } from './askCloud.ts'
import type { CloudFacts, OwnFacts } from './facts.ts'
import { partsOf } from './parts.ts'
import { storeHealth } from './storeHealth.ts'

/** Asks the cloud everything about the subscription of an account. @returns what it answered, undefined when nothing, and what failed */
export async function askAbout(
  { db, clients }: { db: Db; clients: Pick<Clients, 'arm' | 'watch'> },
  account: { id: string; subscriptionId: string },
  at: Date,
  signal?: AbortSignal,
): Promise<{ found: Partial<CloudFacts> | undefined; failures: unknown[] }> {
  const { id, subscriptionId } = account
  const { subscription_since } = await db.selectFrom('accounts').select('subscription_since').where('id', '=', id).executeTakeFirstOrThrow()
  const isNew = maybeUnknown('costs', subscription_since, at)
  const { facts, failures } = await askCloud(clients, [subscriptionId], signal ? { signal } : {})
  failures.push(...(await askBudgets(clients, [subscriptionId], facts, () => isNew, signal)))
  return { found: facts.get(subscriptionId.toLowerCase()), failures }
}

/** The account whose health it is. */
type HealthAccount = Pick<OwnFacts, 'environment' | 'subscriptionId' | 'owners'> & { id: string }

/** Keeps what was found about an account as its passport; what was not answered stays as it was known. */
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
