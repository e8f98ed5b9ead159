import type { Static } from 'typebox'
import type { Clients } from '../../../../clients/clients.ts'
import { ExternalError } from '../../../../clients/externalError.ts'
import { toMinorUnits } from '../../../../format.ts'
import type { Account } from '../../accounts/schemas.ts'
import type { Saving } from '../schemas.ts'

export async function savingOf(
  { arm }: Pick<Clients, 'arm'>,
  subscriptionId: string,
  budget: Account['budget'],
  today: Date,
): Promise<Static<typeof Saving>> {
  const defaultSaving = { amount: budget?.amount ?? 0, currency: budget?.currency ?? 'GBP', basis: 'budget' as const }
  const from = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1))
  const to = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1) - 1)
  try {
    const rows = await arm.listCosts(subscriptionId, from, to)
    const cost = rows.reduce((sum, row) => sum + row.cost, 0)
    const currency = rows[0]?.currency || defaultSaving.currency
    return cost > 0 ? { amount: toMinorUnits(cost, currency), currency, basis: 'lastMonth' } : defaultSaving
  } catch (error) {
    // Azure limits cost queries per minute, and the budget is a good enough estimate.
    if (error instanceof ExternalError) return defaultSaving
    throw error
  }
}
