import { isNotKnownYet } from '../../../clients/arm/notKnownYet.ts'
import type { Clients } from '../../../clients/clients.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import { accountBudgetName } from '../budgets/wantedBudget.ts'
import { costOf } from '../costs/costOf.ts'
import { type FactsBySubscription, mergeFacts } from './question.ts'

const batchSize = 4

/**
 * Reads the month's spend per subscription. Budgets are missing from Resource Graph, so they are read one by one, a few concurrently.
 * @param isNew returns whether Cost Management might not know a subscription yet; a rejection is then not a failure
 */
export async function fetchBudgets(
  { arm, watch }: Pick<Clients, 'arm' | 'watch'>,
  subscriptions: string[],
  facts: FactsBySubscription,
  isNew: (subscriptionId: string) => boolean,
  signal?: AbortSignal,
): Promise<unknown[]> {
  const failures: unknown[] = []
  const queue = subscriptions.values()
  await Promise.all(
    Array.from({ length: batchSize }, async () => {
      for (const id of queue) {
        signal?.throwIfAborted()
        try {
          const budget = await arm.getBudget(`/subscriptions/${id}`, accountBudgetName)
          const cost = budget && costOf(budget)
          mergeFacts(facts, id, {
            spent: budget ? (budget.properties.currentSpend?.amount ?? 'unknown') : 'noBudget',
            ...(cost && { cost }),
          })
        } catch (error) {
          if (isNew(id) && isNotKnownYet(error)) mergeFacts(facts, id, { spent: 'noBudget' })
          else {
            if (error instanceof OutsideError) watch.refused(error, Date.now())
            failures.push(error)
          }
        }
      }
    }),
  )
  return failures
}
