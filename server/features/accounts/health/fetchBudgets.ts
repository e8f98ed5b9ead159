import { isNotPropagatedYet } from '../../../clients/arm/notPropagatedYet.ts'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import { accountBudgetName } from '../budgets/desiredBudget.ts'
import { costOf } from '../costs/costOf.ts'
import { type FactsBySubscription, mergeFacts } from './healthQuery.ts'

const batchSize = 4

/**
 * Budgets are missing from Resource Graph, so they are read one by one, a few concurrently.
 * @param isNew returns whether Cost Management might not know a subscription yet; an error for it is then not a failure
 * @returns the failures
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
          if (isNew(id) && isNotPropagatedYet(error)) mergeFacts(facts, id, { spent: 'noBudget' })
          else {
            if (error instanceof ExternalError) watch.permissionDenied(error, Date.now())
            failures.push(error)
          }
        }
      }
    }),
  )
  return failures
}
