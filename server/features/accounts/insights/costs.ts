import type { CostRow } from '../../../clients/arm/armCost.ts'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'

export const costMonths = 12

/** The cache topic of costs. Savings read the same response, because Azure allows few cost queries per minute. */
export const costTopic = 'cost'

export interface CostResult {
  rows: CostRow[]
  forecastCost: number | undefined
  now: Date
}

export async function fetchCosts({ arm }: Pick<Clients, 'arm'>, subscriptionId: string, now: Date): Promise<CostResult> {
  const [rows, forecastCost] = await Promise.all([
    arm.listCosts(subscriptionId, monthFrom(now, 1 - costMonths), now),
    arm.forecastCost(subscriptionId, now, new Date(monthFrom(now, 1).getTime() - 1_000)).catch(withoutForecast),
  ])
  return { rows, forecastCost, now }
}

function withoutForecast(error: unknown): undefined {
  if (!(error instanceof ExternalError)) throw error
}

export function monthFrom(now: Date, offset: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset))
}

/** Returns the cost of the last month by type of resource, for types that already had a cost in the month before. */
export function lastMonthByType({ rows, now }: CostResult): Map<string, { cost: number; currency: string }> {
  const [monthBefore, lastMonth] = [-2, -1].map((offset) => {
    const month = monthFrom(now, offset).toISOString().slice(0, 10)
    return Map.groupBy(
      rows.filter((row) => row.month === month && row.resourceType !== '' && row.currency === rows[0]!.currency),
      ({ resourceType }) => resourceType,
    )
  }) as [Map<string, CostRow[]>, Map<string, CostRow[]>]
  return new Map(
    [...lastMonth]
      .filter(([type]) => monthBefore.has(type))
      .map(([type, costs]) => [type, { cost: costs.reduce((sum, { cost }) => sum + cost, 0), currency: costs[0]!.currency }]),
  )
}
