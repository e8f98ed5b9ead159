import { type Static, Type } from 'typebox'
import type { Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'

const Spend = Type.Object({ amount: Type.Optional(Type.Number()), unit: Type.Optional(Type.String()) })

const Budget = Type.Object({
  name: Type.String(),
  eTag: Type.Optional(Type.String()),
  properties: Type.Object({
    /** The amount in whole units of the billing currency. */
    amount: Type.Number(),
    timeGrain: Type.String(),
    timePeriod: Type.Object({ startDate: Type.String(), endDate: Type.Optional(Type.String()) }),
    /** Null in the response to a new budget: https://learn.microsoft.com/powershell/module/az.billing/new-azconsumptionbudget */
    currentSpend: Type.Optional(Spend),
    /** The forecast for the whole period. Azure has one only if the budget has a notification for a forecast. */
    forecastSpend: Type.Optional(Spend),
  }),
})
export type Budget = Static<typeof Budget>

export interface BudgetSpec {
  /** Per month, in whole units of the billing currency. */
  amount: number
  /** First day of a month, such as `2026-03-01`. */
  startDate: string
  contactEmails: string[]
  /** Azure allows at most five. */
  thresholds: { percent: number; basis: 'actual' | 'forecast' }[]
}

export function armBudgets(send: Send) {
  const path = (scope: string, name: string) => `${scope}/providers/Microsoft.Consumption/budgets/${encodeURIComponent(name)}`
  const query = { 'api-version': apiVersions.budgets }

  async function getBudget(scope: string, name: string): Promise<Budget | undefined> {
    const reply = await send({ method: 'GET', path: path(scope, name), query, accept: [404] })
    return reply.status === 404 ? undefined : reply.as(Budget)
  }

  return {
    getBudget,

    /** Sets a monthly cost budget. An existing budget keeps its start date, because Azure can't change it. */
    async putBudget(scope: string, name: string, { amount, startDate, contactEmails, thresholds }: BudgetSpec): Promise<Budget> {
      const notifications = thresholds.map(({ percent, basis }) => [
        `${basis}${percent}`,
        {
          enabled: true,
          operator: 'GreaterThanOrEqualTo',
          threshold: percent,
          thresholdType: basis === 'actual' ? 'Actual' : 'Forecasted',
          contactEmails,
        },
      ])
      const put = async (accept: number[]) => {
        const existing = await getBudget(scope, name)
        const body = {
          eTag: existing?.eTag,
          properties: {
            category: 'Cost',
            amount,
            timeGrain: 'Monthly',
            timePeriod: { startDate: existing?.properties.timePeriod.startDate ?? `${startDate}T00:00:00Z` },
            notifications: Object.fromEntries(notifications),
          },
        }
        return send({ method: 'PUT', path: path(scope, name), query, body, accept })
      }
      const reply = await put([412])
      // The budget was changed concurrently, possibly by an earlier attempt of Slipway whose response was lost.
      return (reply.status === 412 ? await put([]) : reply).as(Budget)
    },

    /** The call also succeeds if the budget is missing. */
    async deleteBudget(scope: string, name: string): Promise<void> {
      await send({ method: 'DELETE', path: path(scope, name), query, accept: [404] })
    },
  }
}
