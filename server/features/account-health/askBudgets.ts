import type { Clients } from '../../clients/clients.ts'
import { type FactsBySubscription, merge } from './question.ts'

/** The name of the budget every account is born with. */
const budgetName = 'slipway-monthly'
const atOnce = 4

/** What each subscription has spent this month. Budgets are not in Resource Graph: they are read one by one, a few at a time. */
export async function askBudgets(
  { arm }: Pick<Clients, 'arm'>,
  subscriptions: string[],
  facts: FactsBySubscription,
  signal?: AbortSignal,
): Promise<unknown[]> {
  const failures: unknown[] = []
  const queue = subscriptions.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const id of queue) {
        signal?.throwIfAborted()
        try {
          const budget = await arm.getBudget(`/subscriptions/${id}`, budgetName)
          const spent = budget?.properties.currentSpend?.amount
          if (spent !== undefined) merge(facts, id, { spent })
        } catch (error) {
          failures.push(error)
        }
      }
    }),
  )
  return failures
}
