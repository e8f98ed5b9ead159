import { seededRandom } from './seededRandom.ts'
import type { SampleAccount } from './shapes.ts'

/** Retail peaks before Christmas, so these factors scale the cost of each month from January on. */
const season = [0.94, 0.93, 0.95, 0.96, 0.97, 0.97, 0.98, 0.97, 0.99, 1.03, 1.12, 1.14]
const pastMonths = 11

/** Returns the cost of a whole month in pounds. Most accounts stay well within their budget; one in twelve exceeds it. */
export function monthlyCost({ subscriptionId, budget }: Pick<SampleAccount, 'subscriptionId' | 'budget'>, month: Date): number {
  const spendRandom = seededRandom(`cost/${subscriptionId}`)
  const usualShare = spendRandom.chance(1 / 12) ? 1.04 + 0.3 * spendRandom.next() : 0.42 + 0.46 * spendRandom.next()
  const growth = 0.02 * spendRandom.next()
  const text = month.toISOString().slice(0, 7)
  const age = (Date.UTC(2026, 10) - month.getTime()) / (30.4 * 86_400_000)
  const noise = 0.94 + 0.12 * seededRandom(`cost/${subscriptionId}/${text}`).next()
  return (budget.amount / 100) * usualShare * (1 - growth) ** Math.max(0, age) * (season[month.getUTCMonth()] ?? 1) * noise
}

/** Returns the costs of past months. Slipway itself reads the cost of the current month. */
export function accountCostRows(accounts: readonly SampleAccount[], now: Date): Record<string, unknown>[] {
  const starts = Array.from({ length: pastMonths + 1 }, (_, index) =>
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + index - pastMonths),
  )
  const billed = accounts.filter(({ status }) => status !== 'decommissioned')
  return billed.flatMap((account) =>
    starts.slice(0, -1).flatMap((start, index) => {
      const end = starts[index + 1]!
      const share = Math.min(1, (end - Date.parse(account.createdAt)) / (end - start))
      if (share <= 0) return []
      const spent = Math.round(monthlyCost(account, new Date(start)) * share * 100)
      const month = new Date(start).toISOString().slice(0, 7)
      return [
        { account_id: account.id, month, currency: account.budget.currency, spent, forecast: spent, read_at: new Date(end - 3_600_000) },
      ]
    }),
  )
}
