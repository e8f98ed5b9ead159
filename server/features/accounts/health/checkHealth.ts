import { sql } from 'kysely'
import { maxSubscriptionsPerQuery } from '../../../clients/arm/armResourceGraph.ts'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/database.ts'
import type { AccountNetwork, Budget, Environment } from '../../../db/tables.ts'
import type { RunnerContext } from '../../../workflows/claim.ts'
import { canBePropagating } from '../accounts/newSubscription.ts'
import { loadBudgetRuns } from '../budgets/setBudget.ts'
import { storeCost } from '../costs/storeCost.ts'
import { emptyCloudFacts } from './facts.ts'
import { fetchBudgets } from './fetchBudgets.ts'
import { fetchCloud } from './fetchCloud.ts'
import type { FactsBySubscription } from './healthQuery.ts'
import { partsOf } from './parts.ts'
import { storeHealth } from './storeHealth.ts'

interface AccountRow {
  id: string
  environment: Environment
  subscription_id: string | null
  subscription_since: Date | null
  network: AccountNetwork
  budget: Budget
  owners: { active: boolean }[]
}

/**
 * Checks the health of active accounts, a thousand per job in the order of their IDs. Each job enqueues the next one. The check therefore
 * continues after a killed process, and memory does not grow with the number of accounts.
 * @param after the last account of the previous job
 * @param accountId checks only this account
 */
export async function checkHealth(
  { db, clients, jobs, now, log }: Pick<Context, 'db' | 'clients' | 'jobs' | 'now'> & Pick<RunnerContext, 'log'>,
  { after, accountId }: { after?: string; accountId?: string },
  signal?: AbortSignal,
): Promise<void> {
  const { rows: accounts } = await sql<AccountRow>`
    select a.id, a.environment, a.subscription_id, a.subscription_since, a.network, a.budget,
      (select json_agg(json_build_object('active', p.active)) from account_owners o join people p on p.id = o.person_id
        where o.account_id = a.id) as owners
    from accounts a
    where a.status = 'active' and ${accountId ? sql`a.id = ${accountId}` : after ? sql`a.id > ${after}` : sql`true`}
    order by a.id limit ${maxSubscriptionsPerQuery}`.execute(db)
  const lastAccount = accounts.at(-1)
  if (!lastAccount) return
  const at = now()
  const subscriptions = accounts.flatMap((account) => account.subscription_id ?? [])
  const created = new Map(accounts.map((account) => [account.subscription_id ?? '', account.subscription_since]))
  const { facts, failures } = await fetchFacts()
  const budgetRuns = await loadBudgetRuns(
    db,
    accounts.map(({ id }) => id),
  )
  // If nothing could be read, the cause is the cloud and not single accounts, so the whole job is retried.
  if (facts.size === 0 && failures.length > 0) throw new AggregateError(failures, 'Couldn’t read the health of accounts from Azure.')
  for (const account of accounts) {
    try {
      const cloud = { ...emptyCloudFacts, ...facts.get(account.subscription_id?.toLowerCase() ?? '') }
      const recordedFacts = {
        ...account,
        subscriptionId: account.subscription_id,
        subscriptionSince: account.subscription_since,
        budgetRun: budgetRuns.get(account.id) ?? 'none',
      } as const
      const healthParts = partsOf(recordedFacts, cloud, at)
      await inTransaction(db, async (tx) => {
        await storeHealth(tx, account.id, healthParts, at)
        await storeCost(tx, account.id, cloud.cost, at, now())
      })
    } catch (error) {
      signal?.throwIfAborted()
      failures.push(error)
    }
  }
  if (!accountId && accounts.length === maxSubscriptionsPerQuery) await jobs.send(db, 'checkHealth', { after: lastAccount.id })
  if (failures.length > 0) log.warn({ err: failures[0], failures: failures.length }, 'Couldn’t check some parts of account health')

  async function fetchFacts(): Promise<{ facts: FactsBySubscription; failures: unknown[] }> {
    if (subscriptions.length === 0) return { facts: new Map(), failures: [] }
    const outcomes = await fetchCloud(clients, subscriptions, { throttled: !accountId, ...(signal ? { signal } : {}) })
    const budgets = await fetchBudgets(
      clients,
      subscriptions,
      outcomes.facts,
      (id) => canBePropagating('costs', created.get(id) ?? null, at),
      signal,
    )
    return { facts: outcomes.facts, failures: [...outcomes.failures, ...budgets] }
  }
}
