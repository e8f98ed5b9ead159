import { type Static, Type } from 'typebox'
import type { CostRow } from '../../../clients/arm/armCost.ts'
import { toMinorUnits } from '../../../format.ts'
import { operation } from '../../../http/operation.ts'
import { Timestamp } from '../../../people/schemas.ts'
import { loadAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { canBePreviousMonth } from '../costs/storeCost.ts'
import { type CostResult, costTopic, fetchCosts, monthFrom, costMonths as months } from './costs.ts'
import { fetchCloud } from './fetchCloud.ts'
import { InsightQuery, Money } from './schemas.ts'

const Cost = Type.Object({
  month: Type.String({ description: 'Current billing month in UTC, such as `2026-11`.' }),
  actual: Money,
  spendKnown: Type.Boolean({
    description: 'False on the first day of a month. `actual` and `forecast` are then provisional.',
  }),
  forecast: Type.Unsafe<Static<typeof Money> | null>(
    Type.Union([Money, Type.Null()], { description: 'Forecast for the whole month; null if Azure can’t forecast it.' }),
  ),
  budget: Type.Unsafe<Static<typeof Money> | null>(Type.Union([Money, Type.Null()])),
  byService: Type.Array(Type.Object({ service: Type.String(), actual: Money, lastMonth: Money }), {
    description: 'Cost by service for this month so far and for the whole last month, highest cost first.',
  }),
  byMonth: Type.Array(Type.Object({ month: Type.String(), actual: Money }), {
    description: `Cost of the last ${months} months, oldest first.`,
  }),
  fetchedAt: Timestamp,
})

export const getAccountCost = operation({
  id: 'getAccountCost',
  method: 'GET',
  path: '/accounts/{id}/cost',
  tag: 'accounts',
  summary: 'Get the cost of an account by service and month, with forecast and budget',
  description: '`fetchedAt` is when the data was read from Azure, at most one minute ago. Azure’s figures are a few hours behind.',
  access: 'owner',
  params: AccountId,
  query: InsightQuery,
  responses: { 200: Cost },
  errors: ['notFound', 'notKnownYet', 'outsideFailed'],
  prepare: (preparation) =>
    fetchCloud(
      preparation,
      preparation.params.id,
      costTopic,
      (subscriptionId) => fetchCosts(preparation.clients, subscriptionId, preparation.now()),
      'costs',
    ),
  async handler({ db, actor, allow, audit }, { accountId, verdict, found }) {
    audit({ subject: { kind: 'account', id: accountId } })
    allow(verdict)
    const { value, fetchedAt } = found!
    const { budget } = await loadAccount(db, actor, accountId)
    return { ...presentCost(value, budget), fetchedAt: fetchedAt.toISOString() }
  },
})

function presentCost(
  { rows, forecastCost, now }: CostResult,
  budget: Static<typeof Money> | undefined,
): Omit<Static<typeof Cost>, 'fetchedAt'> {
  const currency = rows[0]?.currency || budget?.currency || 'GBP'
  const money = (units: number) => ({ amount: toMinorUnits(units, currency), currency })
  const sum = (costRows: CostRow[]) => costRows.reduce((total, { cost }) => total + cost, 0)
  const monthStarts = Array.from({ length: months }, (_, index) =>
    monthFrom(now, index + 1 - months)
      .toISOString()
      .slice(0, 7),
  )
  const billed = rows.filter((row) => row.currency === currency)
  const byMonth = Map.groupBy(billed, ({ month }) => month.slice(0, 7))
  const [lastMonth, currentMonth] = monthStarts.slice(-2).map((month) => byMonth.get(month) ?? []) as [CostRow[], CostRow[]]
  const byService = Map.groupBy([...lastMonth, ...currentMonth], ({ service }) => service)
  const spentThisMonth = sum(currentMonth)
  return {
    month: monthStarts.at(-1)!,
    actual: money(spentThisMonth),
    spendKnown: !canBePreviousMonth(now),
    forecast: forecastCost === undefined ? null : money(spentThisMonth + forecastCost),
    budget: budget ? { amount: budget.amount, currency: budget.currency } : null,
    byService: [...byService.keys()]
      .map((service) => ({
        service,
        actual: money(sum(currentMonth.filter((row) => row.service === service))),
        lastMonth: money(sum(lastMonth.filter((row) => row.service === service))),
      }))
      .sort((a, b) => b.actual.amount - a.actual.amount || b.lastMonth.amount - a.lastMonth.amount || a.service.localeCompare(b.service)),
    byMonth: monthStarts.map((month) => ({ month, actual: money(sum(byMonth.get(month) ?? [])) })),
  }
}
