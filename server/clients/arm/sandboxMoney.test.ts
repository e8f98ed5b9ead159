import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sandboxHosts } from '../../../sample/sandboxHosts.ts'
import { deployWorkload } from '../../../simulator/arm/deployWorkload.ts'
import { armAudience, platformServicePrincipalId } from '../../../simulator/core/constants.ts'
import type { Exchange } from '../../../simulator/core/exchangeLog.ts'
import { wireValidator } from '../../../test/wire.ts'
import { startTestWorld, type TestWorld } from '../testWorld.ts'
import type { Arm } from './arm.ts'

let world: TestWorld
let arm: Arm
const exchanges: Exchange[] = []
beforeAll(async () => {
  world = await startTestWorld()
  world.sim.exchanges.onExchange((exchange) => exchanges.push(exchange))
  arm = world.clients.arm
  world.sim.asyncDelayMs = 0
})
afterAll(() => world.close())
beforeEach(() => world.clearCache())

const hourMs = 3_600_000
const day = 24 * hourMs
const list = (question: Parameters<typeof world.clients.prices.listPrices>[0], currency = 'GBP') =>
  world.clients.prices.listPrices(question, currency)
let hosts = 0
const host = () => sandboxHosts[hosts++]!.subscriptionId

async function lab(subscriptionId: string, name: string): Promise<{ scope: string; ids: string[] }> {
  await arm.putResourceGroup(subscriptionId, name, { location: 'uksouth' })
  const scope = `/subscriptions/${subscriptionId}/resourceGroups/${name}`
  return { scope, ids: deployWorkload(world.sim, scope, 'machineLab') }
}

describe('a price', () => {
  it('is listed in the requested currency, without a token', async () => {
    const question = { serviceName: 'Virtual Machines', armRegionName: 'uksouth', armSkuName: 'Standard_D2s_v5' }
    const [pounds, dollars] = [await list(question), await list(question, 'USD')]
    expect(pounds.map(({ skuName, productName }) => `${productName}: ${skuName}`)).toEqual([
      'Virtual Machines Dsv5 Series: D2s v5',
      'Virtual Machines Dsv5 Series Windows: D2s v5',
      'Virtual Machines Dsv5 Series: D2s v5 Spot',
      'Virtual Machines Dsv5 Series Windows: D2s v5 Low Priority',
    ])
    expect(dollars[0]!.retailPrice).toBeGreaterThan(pounds[0]!.retailPrice)
    expect(exchanges.filter(({ service }) => service === 'prices').every(({ requestHeaders }) => !requestHeaders.authorization)).toBe(true)
    expect(world.calls('identity')).toEqual([])
  })

  it('is missing for an unlisted item, even one with a quote in its name', async () => {
    expect(await list({ serviceName: "O'Brien", armRegionName: 'uksouth' })).toEqual([])
    await expect(list({ serviceName: 'Virtual Machines', armRegionName: 'uksouth' }, 'XAU')).rejects.toMatchObject({ status: 400 })
  })

  it('is read from several pages, up to a limit', async () => {
    const page = (next: string | null) => ({ Items: [], NextPageLink: next, Count: 0 })
    const link = `${world.sim.origins.prices}/api/retail/prices?$skip=1000&$filter=serviceName%20eq%20'Nothing'`
    world.sim.faults.add({ service: 'prices', count: 1, action: { kind: 'status', status: 200, body: page(link) } })
    await list({ serviceName: 'Virtual Machines', armRegionName: 'uksouth' })
    expect(world.calls('prices')).toHaveLength(2)
    world.sim.faults.add({ service: 'prices', action: { kind: 'status', status: 200, body: page(link) } })
    await expect(list({ serviceName: 'Virtual Machines', armRegionName: 'uksouth' })).rejects.toMatchObject({ code: 'pagingLoop' })
  })

  it.each([
    ['a page elsewhere', { kind: 'status', status: 200, body: { Items: [], NextPageLink: 'https://elsewhere.example/' } }, 'foreignOrigin'],
    ['a web page', { kind: 'status', status: 200, body: '<html>', headers: { 'content-type': 'text/html' } }, 'htmlAnswer'],
    ['a price below nothing', { kind: 'status', status: 200, body: { Items: [{ retailPrice: -1 }] } }, 'unexpectedAnswer'],
  ] as const)('is rejected with %s', async (_, action, code) => {
    world.sim.faults.add({ service: 'prices', action })
    await expect(list({ serviceName: 'Storage', armRegionName: 'uksouth' })).rejects.toMatchObject({ code })
  })
})

describe('the bill', () => {
  it('arrives late, by day and resource group, and reflects stopped compute', async () => {
    const subscriptionId = host()
    const [busy, stoppedLab] = [await lab(subscriptionId, 'rg-busy'), await lab(subscriptionId, 'rg-stopped')]
    for (const id of stoppedLab.ids.filter((each) => each.includes('/virtualMachines/'))) await arm.stopResource(id)
    const from = world.sim.clock.now()
    const costs = () => arm.listDailyCostByGroup(subscriptionId, from, new Date(world.sim.clock.now().getTime() + hourMs))
    expect(await costs()).toEqual([])
    world.sim.clock.advance(2 * day)
    const rows = await costs()
    expect(rows.every(({ currency, cost }) => currency === 'GBP' && cost > 0)).toBe(true)
    const spendOf = (group: string) => rows.filter(({ resourceGroup }) => resourceGroup === group).reduce((sum, { cost }) => sum + cost, 0)
    // Two VMs run for 36 of the 48 hours. While they are stopped, only the disks and the IP address cost money.
    expect(spendOf('rg-busy')).toBeGreaterThan(10)
    expect(spendOf('rg-stopped')).toBeGreaterThan(0.5)
    expect(spendOf('rg-stopped')).toBeLessThan(4)
    expect(new Set(rows.map(({ day: each }) => each)).size).toBeGreaterThan(1)
    expect(await arm.getBudget(busy.scope, 'sandbox')).toBeUndefined()
  })

  it('ends with the group, but keeps the earlier usage', async () => {
    const subscriptionId = host()
    const { scope } = await lab(subscriptionId, 'rg-short')
    const from = world.sim.clock.now()
    world.sim.clock.advance(day)
    await arm.deleteResourceGroup(subscriptionId, 'rg-short')
    world.sim.clock.advance(10 * day)
    expect(await arm.getResourceGroup(subscriptionId, 'rg-short')).toBeUndefined()
    const rows = await arm.listDailyCostByGroup(subscriptionId, from, world.sim.clock.now())
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThanOrEqual(2)
    expect(scope).toContain('rg-short')
  })

  it('appears in the group’s budget, which a new group with the same name does not have', async () => {
    const subscriptionId = host()
    const { scope } = await lab(subscriptionId, 'rg-budget')
    const startDate = `${world.sim.clock.now().toISOString().slice(0, 7)}-01`
    const requestBody = {
      amount: 40,
      startDate,
      contactEmails: ['a@northgate.example'],
      thresholds: [{ percent: 80, basis: 'actual' as const }],
    }
    const created = await arm.putBudget(scope, 'sandbox', requestBody)
    expect(created.properties).toMatchObject({ amount: 40 })
    expect(created.properties.currentSpend).toBeUndefined()
    expect((await arm.getBudget(scope, 'sandbox'))?.properties).toMatchObject({ amount: 40, currentSpend: { unit: 'GBP' } })
    await arm.deleteResourceGroup(subscriptionId, 'rg-budget')
    world.sim.clock.advance(1_000)
    await arm.putResourceGroup(subscriptionId, 'rg-budget', { location: 'uksouth' })
    expect(await arm.getBudget(scope, 'sandbox')).toBeUndefined()
  })

  it('is requested again after the requested delay when it is throttled', async () => {
    const subscriptionId = host()
    const headers = { 'x-ms-ratelimit-microsoft.costmanagement-entity-retry-after': '1' }
    world.sim.faults.add({ service: 'arm', path: 'CostManagement', count: 1, action: { kind: 'status', status: 429, headers } })
    expect(await arm.listDailyCostByGroup(subscriptionId, new Date(Date.now() - day), new Date())).toEqual([])
  })
})

describe('recent activity of people', () => {
  it('is read from the activity log, without Slipway', async () => {
    const subscriptionId = host()
    const { scope } = await lab(subscriptionId, 'rg-worked')
    const now = () => world.sim.clock.now()
    const from = new Date(now().getTime() - hourMs)
    const sendRequest = () => arm.listLastGroupChanges(subscriptionId, from, now(), world.config.clientId)
    expect([...(await sendRequest()).keys()]).toEqual([])
    const token = await world.sim.mintToken({ oid: platformServicePrincipalId, audience: armAudience })
    await fetch(`${world.sim.origins.arm}${scope}/providers/Microsoft.Web/sites/mine?api-version=2023-12-01`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ location: 'uksouth', properties: {} }),
    })
    expect([...(await sendRequest()).keys()]).toEqual(['rg-worked'])
  })
})

describe('the wire', () => {
  it('contains only calls that match Azure’s specification', async () => {
    const validator = await wireValidator()
    const money = exchanges.filter(({ path, status }) => /CostManagement|Consumption/i.test(path) && status < 429)
    expect(money.length).toBeGreaterThan(5)
    expect((await validator?.validator(money))?.violations ?? []).toEqual([])
  })
})
