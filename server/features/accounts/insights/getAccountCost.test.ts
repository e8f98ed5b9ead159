import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { spentThisMonth } from '../../../../simulator/arm/costFigures.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { describeServiceError } from '../../../clients/serviceResponse.ts'
import { canBePreviousMonth } from '../costs/storeCost.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

const accounts = () => app.company.accounts.filter(({ status, kind }) => status === 'active' && kind === 'cloud')
const findOldAccounts = () => accounts().filter(({ createdAt }) => Date.now() - Date.parse(createdAt) > 400 * 86_400_000)
const path = (account: { id: string }, query = '') => `/accounts/${account.id}/cost${query}`
const admin = () => app.as(app.persona('Niamh').id)
const sum = (list: { actual: { amount: number } }[]) => list.reduce((total, { actual }) => total + actual.amount, 0)

describe('getAccountCost', () => {
  it('adds up costs by service and by month, with the forecast', async () => {
    const account = findOldAccounts()[0]!
    const { status, body } = await admin().get(path(account))
    expect(status).toBe(200)
    const month = new Date().toISOString().slice(0, 7)
    expect(body.month).toBe(month)
    expect(body.actual.amount / 100).toBeCloseTo(spentThisMonth(app.simulator, account.subscriptionId), 0)
    expect(body.spendKnown).toBe(!canBePreviousMonth(new Date()))
    expect(body.budget).toEqual({ amount: account.budget.amount, currency: 'GBP' })
    expect(body.byMonth).toHaveLength(12)
    expect(body.byMonth.at(-1)).toEqual({ month, actual: body.actual })
    expect(body.byMonth.every(({ actual }: { actual: { amount: number } }) => actual.amount > 0)).toBe(true)
    expect(Math.abs(sum(body.byService) - body.actual.amount)).toBeLessThan(body.byService.length)
    expect(body.forecast.amount).toBeGreaterThan(body.actual.amount)
    const services = body.byService.map(({ actual }: { actual: { amount: number } }) => actual.amount)
    expect(services).toEqual([...services].sort((a, b) => b - a))
  })

  it('sends at most two queries a minute to Azure, regardless of the number of readers', async () => {
    const account = findOldAccounts()[1]!
    const countBefore = app.simulator.exchanges.list().length
    await Promise.all([admin().get(path(account)), app.as(account.ownerIds[0]!).get(path(account)), admin().get(path(account))])
    await admin().get(path(account, '?refresh=true'))
    const paths = app.simulator.exchanges
      .list()
      .slice(countBefore)
      .filter(({ service }) => service === 'arm')
      .map((each) => each.path.split('/').at(-1))
    expect(paths.sort()).toEqual(['forecast', 'query'])
  })

  it('returns zero when Azure returns 204, because there is nothing to bill', async () => {
    const account = findOldAccounts()[2]!
    app.simulator.faults.add({ service: 'arm', path: 'CostManagement', action: { kind: 'status', status: 204 } })
    const { body } = await admin().get(path(account))
    expect(body).toMatchObject({ actual: { amount: 0, currency: 'GBP' }, forecast: null, byService: [] })
    expect(sum(body.byMonth)).toBe(0)
  })

  it('doesn’t return a forecast if Azure has none', async () => {
    const account = findOldAccounts()[3]!
    const body = { error: { code: 'BadRequest', message: 'Cannot forecast.' } }
    app.simulator.faults.add({ service: 'arm', path: 'CostManagement/forecast', action: { kind: 'status', status: 400, body } })
    const response = await admin().get(path(account))
    expect([response.status, response.body.forecast]).toEqual([200, null])
    expect(response.body.actual.amount).toBeGreaterThan(0)
  })

  it('reads all pages of a response', async () => {
    const account = findOldAccounts()[4]!
    const month = new Date().toISOString().slice(0, 8)
    const page = (cost: number, next: boolean) => ({
      properties: {
        nextLink: next
          ? `${app.simulator.origins.arm}/subscriptions/${account.subscriptionId}/providers/Microsoft.CostManagement/query?api-version=2023-11-01&$skiptoken=2`
          : null,
        columns: ['Cost', 'BillingMonth', 'ServiceName', 'Currency'].map((name) => ({ name, type: 'String' })),
        rows: [[cost, `${month}01T00:00:00`, 'Storage', 'GBP']],
      },
    })
    const fault = (body: unknown) =>
      app.simulator.faults.add({ service: 'arm', path: 'CostManagement/query', count: 1, action: { kind: 'status', status: 200, body } })
    fault(page(1.5, true))
    app.simulator.faults.add({
      service: 'arm',
      path: 'skiptoken=2',
      count: 1,
      action: { kind: 'status', status: 200, body: page(2.25, false) },
    })
    const { body } = await admin().get(path(account))
    expect([body.actual, body.byService[0].service]).toEqual([{ amount: 375, currency: 'GBP' }, 'Storage'])
  })

  roleSuite(
    'getAccountCost',
    () => app,
    () => ({ path: path(findOldAccounts()[5]!) }),
  )

  it('returns 502 with the delay when Azure throttles for too long', async () => {
    const account = findOldAccounts()[6]!
    const headers = { 'x-ms-ratelimit-microsoft.costmanagement-entity-retry-after': '55' }
    const body = { error: { code: '429', message: 'Too many requests. Please retry.' } }
    app.simulator.faults.add({ service: 'arm', path: 'CostManagement/query', action: { kind: 'status', status: 429, headers, body } })
    const response = await admin().get(path(account))
    expect([response.status, response.body.message]).toEqual([
      502,
      expect.stringContaining(describeServiceError('Azure', 429, undefined, 55_000)),
    ])
  })

  it('returns 502 when columns are missing', async () => {
    const account = findOldAccounts()[7]!
    app.simulator.faults.add({
      service: 'arm',
      path: 'CostManagement/query',
      action: { kind: 'status', status: 200, body: { properties: {} } },
    })
    expect((await admin().get(path(account))).body.code).toBe('outsideFailed')
  })
})
