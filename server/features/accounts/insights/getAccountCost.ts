import { type Static, Type } from 'typebox'
import type { CostRow } from '../../../clients/arm/armCost.ts'
import type { Clients } from '../../../clients/clients.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import { operation } from '../../../http/operation.ts'
import { Timestamp } from '../../../people/schemas.ts'
import { readAccount } from '../accounts/queries.ts'
import { AccountId } from '../accounts/schemas.ts'
import { fetchCloud } from './fetchCloud.ts'
import { InsightQuery, Money, minorUnits } from './schemas.ts'

const months = 12

const Cost = Type.Object({
  month: Type.String({ description: 'The current month, such as `2026-11`, in UTC as Azure bills.' }),
  actual: Money,
  forecast: Type.Unsafe<Static<typeof Money> | null>(
    Type.Union([Money, Type.Null()], { description: 'At the end of the month; null if Azure can’t forecast it.' }),
  ),
  budget: Type.Unsafe<Static<typeof Money> | null>(Type.Union([Money, Type.Null()])),
  byService: Type.Array(Type.Object({ service: Type.String(), actual: Money, lastMonth: Money }), {
    description: 'This month so far and the whole last month; highest cost first.',
  }),
  byMonth: Type.Array(Type.Object({ month: Type.String(), actual: Money }), { description: `The last ${months}, oldest first.` }),
  fetchedAt: Timestamp,
})

export const getAccountCost = operation({
  id: 'getAccountCost',
  method: 'GET',
  path: '/accounts/{id}/cost',
  tag: 'accounts',
  summary: 'Get the cost of an account: this month with forecast, by service and month, against its budget',
  description: 'Read from Azure at `fetchedAt`, at most a minute ago. Azure’s own figures are some hours behind.',
  access: 'owner',
  params: AccountId,
  query: InsightQuery,
  answers: { 200: Cost },
  errors: ['notFound', 'notKnownYet', 'outsideFailed'],
  prepare: (preparation) =>
    fetchCloud(
      preparation,
      preparation.params.id,
      'cost',
      (subscriptionId) => findCosts(preparation.clients, subscriptionId, preparation.now()),
      'costs',
    ),
  async handler({ db, actor, allow, audit }, { accountId, verdict, found }) {
    audit({ subject: { kind: 'account', id: accountId } })
    allow(verdict)
    const { value, fetchedAt } = found!
    const { budget } = await readAccount(db, actor, accountId)
    return { ...present(value, budget), fetchedAt: fetchedAt.toISOString() }
  },
})

interface CostResult {
  rows: CostRow[]
  toCome: number | undefined
  now: Date
}

async function findCosts({ arm }: Pick<Clients, 'arm'>, subscriptionId: string, now: Date): Promise<CostResult> {
  const [rows, toCome] = await Promise.all([
    arm.listCosts(subscriptionId, monthFrom(now, 1 - months), now),
    arm.forecastCost(subscriptionId, now, new Date(monthFrom(now, 1).getTime() - 1_000)).catch(withoutForecast),
  ])
  return { rows, toCome, now }
}

/** The spend is useful even without a forecast. */
function withoutForecast(error: unknown): undefined {
  if (!(error instanceof OutsideError)) throw error
}

function present({ rows, toCome, now }: CostResult, budget: Static<typeof Money> | undefined): Omit<Static<typeof Cost>, 'fetchedAt'> {
  const currency = rows[0]?.currency || budget?.currency || 'GBP'
  const money = (units: number) => ({ amount: minorUnits(units), currency })
  const sum = (of: CostRow[]) => of.reduce((total, { cost }) => total + cost, 0)
  const all = Array.from({ length: months }, (_, place) =>
    monthFrom(now, place + 1 - months)
      .toISOString()
      .slice(0, 7),
  )
  const billed = rows.filter((row) => row.currency === currency)
  const byMonth = Map.groupBy(billed, ({ month }) => month.slice(0, 7))
  const [last, current] = all.slice(-2).map((month) => byMonth.get(month) ?? []) as [CostRow[], CostRow[]]
  const byService = Map.groupBy([...last, ...current], ({ service }) => service)
  const spent = sum(current)
  return {
    month: all.at(-1)!,
    actual: money(spent),
    forecast: toCome === undefined ? null : money(spent + toCome),
    budget: budget ? { amount: budget.amount, currency: budget.currency } : null,
    byService: [...byService.keys()]
      .map((service) => ({
        service,
        actual: money(sum(current.filter((row) => row.service === service))),
        lastMonth: money(sum(last.filter((row) => row.service === service))),
      }))
      .sort((a, b) => b.actual.amount - a.actual.amount || b.lastMonth.amount - a.lastMonth.amount || a.service.localeCompare(b.service)),
    byMonth: all.map((month) => ({ month, actual: money(sum(byMonth.get(month) ?? [])) })),
  }
}

function monthFrom(now: Date, offset: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset))
}
