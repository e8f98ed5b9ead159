import { ConsumptionManagementClient } from '@azure/arm-consumption'
import { CostManagementClient } from '@azure/arm-costmanagement'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SampleAccount } from '../../sample/shapes.ts'
import { activeAccount, type Cloud, items, startCloud } from './cloud.ts'

let cloud: Cloud
let account: SampleAccount
let scope: string
beforeAll(async () => {
  cloud = await startCloud()
  account = activeAccount(cloud)
  scope = `/subscriptions/${account.subscriptionId}`
})
afterAll(() => cloud.close())

it('creates, changes and deletes a budget', async () => {
  const { budgets } = new ConsumptionManagementClient(cloud.credential, account.subscriptionId, cloud.arm)
  const [year, month] = cloud.sim.clock.now().toISOString().split('-')
  const requestBody = {
    category: 'Cost' as const,
    amount: 100,
    timeGrain: 'Monthly' as const,
    timePeriod: { startDate: new Date(`${year}-${month}-01T00:00:00Z`) },
    notifications: {
      actual80: { enabled: true, operator: 'GreaterThanOrEqualTo' as const, threshold: 80, contactEmails: ['a@northgate.example'] },
    },
  }
  const created = await budgets.createOrUpdate(scope, 'by-stranger', requestBody)
  expect(created).toMatchObject({ name: 'by-stranger', amount: 100, timeGrain: 'Monthly', eTag: expect.any(String) })
  const updated = await budgets.createOrUpdate(scope, 'by-stranger', { ...requestBody, amount: 200, eTag: created.eTag! })
  expect(updated.amount).toBe(200)
  await expect(budgets.createOrUpdate(scope, 'by-stranger', { ...requestBody, eTag: created.eTag! })).rejects.toMatchObject({
    name: 'RestError',
    statusCode: 412,
  })
  expect(await budgets.get(scope, 'by-stranger')).toMatchObject({ amount: 200, timePeriod: { startDate: expect.any(Date) } })
  expect((await items(budgets.list(scope))).map(({ name }) => name)).toContain('by-stranger')
  await budgets.delete(scope, 'by-stranger')
  await expect(budgets.get(scope, 'by-stranger')).rejects.toMatchObject({ name: 'RestError', statusCode: 404 })
})

it('reads costs and a forecast', async () => {
  const client = new CostManagementClient(cloud.credential, cloud.arm)
  const now = cloud.sim.clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const spent = await client.query.usage(scope, {
    type: 'ActualCost',
    timeframe: 'Custom',
    timePeriod: { from: daysAgo(60), to: now },
    dataset: {
      granularity: 'Daily',
      aggregation: { totalCost: { name: 'Cost', function: 'Sum' } },
      grouping: [{ type: 'Dimension', name: 'ResourceGroupName' }],
    },
  })
  expect(spent.columns?.map(({ name }) => name)).toEqual(['Cost', 'UsageDate', 'ResourceGroupName', 'Currency'])
  expect(spent.rows!.length).toBeGreaterThan(0)
  const forecast = await client.forecast.usage(scope, {
    type: 'ActualCost',
    timeframe: 'Custom',
    timePeriod: { from: now, to: daysAgo(-20) },
    dataset: { granularity: 'Daily', aggregation: { totalCost: { name: 'Cost', function: 'Sum' } } },
    includeActualCost: false,
  })
  expect(forecast.rows!.length).toBeGreaterThan(0)
})
