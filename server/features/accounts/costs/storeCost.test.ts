import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { accountBudgetName } from '../budgets/desiredBudget.ts'
import { checkHealth } from '../health/checkHealth.ts'
import { costOf } from './costOf.ts'
import { storeCost } from './storeCost.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const accountAt = (index: number) => app.company.accounts.filter(({ status }) => status === 'active')[index]!
const cost = (spent: number, currency = 'GBP') => ({ currency, spent, forecast: null })
const rowsOf = ({ id }: { id: string }) =>
  app.db
    .selectFrom('account_costs')
    .select(['month', 'currency', 'spent', 'forecast'])
    .where('account_id', '=', id)
    .orderBy('month')
    .execute()

describe('storeCost', () => {
  it('keeps one cost for each month, the newest', async () => {
    const account = accountAt(0)
    await storeCost(app.db, account.id, cost(100), new Date('2026-03-20T10:00:00Z'))
    await storeCost(app.db, account.id, cost(300, 'EUR'), new Date('2026-03-31T23:59:59Z'))
    await storeCost(app.db, account.id, cost(200), new Date('2026-03-31T23:00:00Z'))
    await storeCost(app.db, account.id, cost(5), new Date('2026-04-02T00:00:00Z'))
    expect(await rowsOf(account)).toEqual([
      { month: '2026-03', currency: 'EUR', spent: 300, forecast: null },
      { month: '2026-04', currency: 'GBP', spent: 5, forecast: null },
    ])
  })

  it('records nothing on the first day of a month, when budgets can still have the previous month’s cost', async () => {
    await storeCost(app.db, accountAt(1).id, cost(900), new Date('2026-04-01T23:59:59Z'))
    expect(await rowsOf(accountAt(1))).toEqual([])
  })

  it('records nothing if the month ended during the read', async () => {
    await storeCost(app.db, accountAt(3).id, cost(0), new Date('2026-03-31T23:59:59Z'), new Date('2026-04-01T00:00:01Z'))
    expect(await rowsOf(accountAt(3))).toEqual([])
  })

  it('keeps the last cost if a later cost is unknown', async () => {
    await storeCost(app.db, accountAt(2).id, cost(900), new Date('2026-04-10T00:00:00Z'))
    await storeCost(app.db, accountAt(2).id, undefined, new Date('2026-04-11T00:00:00Z'))
    expect(await rowsOf(accountAt(2))).toMatchObject([{ spent: 900 }])
  })

  it('is called by the health check, with the spend and forecast of the account’s budget', async () => {
    const account = app.company.accounts
      .slice(100)
      .find(
        ({ status, kind, budget }) =>
          status === 'active' && kind === 'cloud' && budget.thresholds.some(({ basis }) => basis === 'forecast'),
      )!
    const at = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() + 1, 15))
    await checkHealth({ ...app.context, now: () => at, log: { info: () => {}, warn: () => {} } }, { accountId: account.id })
    const budget = await app.context.clients.arm.getBudget(`/subscriptions/${account.subscriptionId}`, accountBudgetName)
    const [row, ...others] = await rowsOf(account)
    const expected = costOf(budget!)!
    expect([row!.month, row!.currency, others]).toEqual([at.toISOString().slice(0, 7), 'GBP', []])
    // The simulated spend rises with each second.
    expect(Math.abs(row!.spent - expected.spent)).toBeLessThan(100)
    expect(row!.forecast).toBe(expected.forecast)
    expect(row!.forecast).toBeGreaterThan(row!.spent)
  })
})
