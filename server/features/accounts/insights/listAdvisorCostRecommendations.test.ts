import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { savingsOf } from '../../../../simulator/arm/advisorSavings.ts'
import { listResources } from '../../../../simulator/arm/resourceStore.ts'
import { lookUpSubscription } from '../../../../simulator/arm/subscriptionStore.ts'
import type { CostResourceType } from '../../../../simulator/core/simulator.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { advisorCheckStarted } from './listAdvisorCostRecommendations.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

const savings = (account: { subscriptionId: string }) => [
  ...savingsOf(app.simulator, lookUpSubscription(app.simulator, account.subscriptionId)!),
]
// Reading the savings of every account takes seconds.
const accounts = (isMatch: (count: number) => boolean) =>
  app.company.accounts
    .values()
    .filter((account) => account.status === 'active' && account.kind === 'cloud' && isMatch(savings(account).length))
const accountsWithMachines = () =>
  accounts((count) => count > 0).filter((account) =>
    listResources(app.simulator, lookUpSubscription(app.simulator, account.subscriptionId)!).some(
      ({ type }) => type.toLowerCase() === 'microsoft.compute/virtualmachines',
    ),
  )
let nextAccount = 20
const path = (account: { id: string }) => `/accounts/${account.id}/advisorCostRecommendations`
const admin = () => app.as(app.persona('Niamh').id)
const countRequests = () =>
  app.simulator.exchanges.list().filter((each) => each.method === 'POST' && each.path.endsWith('/generateRecommendations')).length

describe('listAdvisorCostRecommendations', () => {
  it('returns the savings per month, the largest first, and their sum', async () => {
    const account = accounts((count) => count > 3).next().value!
    const { status, body } = await admin().get(path(account))
    expect(status).toBe(200)
    const monthly = savings(account).map(({ properties }) =>
      Math.round((100 * Number(properties.extendedProperties.annualSavingsAmount)) / 12),
    )
    const amounts = body.items.map(({ monthlySaving }: { monthlySaving: { amount: number } }) => monthlySaving.amount)
    expect(amounts).toEqual([...monthly].sort((a, b) => b - a))
    expect(body.monthlySaving).toEqual({ amount: monthly.reduce((sum, each) => sum + each), currency: 'GBP' })
    expect(body.total).toBe(monthly.length)
    expect(body.items[0]).toMatchObject({
      remedy: expect.any(String),
      link: expect.stringMatching(/^https:/),
      resource: { id: expect.stringContaining(account.subscriptionId) },
    })
  })

  it('leaves out postponed and dismissed recommendations', async () => {
    const account = accounts((count) => count > 1)
      .drop(5)
      .next().value!
    const [firstSaving, ...otherSavings] = savings(account)
    const value = [
      { ...firstSaving!, properties: { ...firstSaving!.properties, suppressionIds: ['5b931b26-3ea2-4b11-a9f4-4be42ec2bd2a'] } },
      ...otherSavings,
    ]
    app.simulator.faults.add({ service: 'arm', path: 'Advisor/recommendations', action: { kind: 'status', status: 200, body: { value } } })
    expect((await admin().get(path(account))).body.total).toBe(otherSavings.length)
  })

  it('leaves out estimates that exceed what the type of resource cost last month', async () => {
    const account = accounts((count) => count > 1)
      .drop(6)
      .next().value!
    const [firstSaving, ...otherSavings] = savings(account)
    const { extendedProperties } = firstSaving!.properties
    const excess = { ...extendedProperties, annualSavingsAmount: String(account.budget.amount) }
    const others = otherSavings.filter(({ properties }) => properties.impactedField !== firstSaving!.properties.impactedField)
    const value = [{ ...firstSaving!, properties: { ...firstSaving!.properties, extendedProperties: excess } }, ...others]
    app.simulator.faults.add({ service: 'arm', path: 'Advisor/recommendations', action: { kind: 'status', status: 200, body: { value } } })
    const { body } = await admin().get(path(account))
    const savingOf = (id: string) => body.items.find((item: { id: string }) => item.id === id).monthlySaving
    expect(savingOf(firstSaving!.name)).toBeNull()
    expect(others.map(({ name }) => savingOf(name).amount > 0)).toEqual(others.map(() => true))
    expect(body.monthlySaving?.amount ?? 0).toBe(others.reduce((sum, { name }) => sum + savingOf(name).amount, 0))
  })

  it.each<[CostResourceType, string, boolean]>([
    ['type', 'microsoft.compute/disks', true],
    ['provider', 'microsoft.compute/disks', false],
    ['provider', 'microsoft.compute/virtualmachines', false],
  ])('compares estimates with costs by %s (%s)', async (costResourceType, otherType, keepsOther) => {
    app.simulator.costResourceType = costResourceType
    const account = accountsWithMachines().drop(nextAccount++).next().value!
    const [saving] = savings(account)
    const resource = (type: string) => ({
      ...saving!.properties.resourceMetadata,
      resourceId: `/subscriptions/${account.subscriptionId}/resourceGroups/rg-lab/providers/${type}/lab`,
    })
    const estimate = (name: string, type: string, annualSavingsAmount: string) => ({
      ...{ ...saving!, name, id: `${resource(type).resourceId}/providers/Microsoft.Advisor/recommendations/${name}` },
      properties: {
        ...saving!.properties,
        resourceMetadata: resource(type),
        extendedProperties: { ...saving!.properties.extendedProperties, annualSavingsAmount, savingsCurrency: 'GBP' },
      },
    })
    const value = [
      estimate('excess', 'Microsoft.Compute/virtualMachines', String(account.budget.amount)),
      estimate('other', otherType, '0.12'),
      estimate('unmatched', 'Microsoft.Unknown/things', '0.12'),
    ]
    app.simulator.faults.add({ service: 'arm', path: 'Advisor/recommendations', action: { kind: 'status', status: 200, body: { value } } })
    const { body } = await admin().get(path(account))
    app.simulator.costResourceType = 'type'
    const kept = (name: string) => body.items.find(({ id }: { id: string }) => id === name).monthlySaving !== null
    expect([kept('excess'), kept('other'), kept('unmatched')]).toEqual([false, keepsOther, true])
  })

  it('keeps Azure’s estimates if the costs can’t be read', async () => {
    const account = accounts((count) => count > 0)
      .drop(7)
      .next().value!
    app.simulator.faults.add({ service: 'arm', path: 'CostManagement', action: { kind: 'status', status: 403, body: {} } })
    const { body } = await admin().get(path(account))
    expect(body.monthlySaving.amount).toBeGreaterThan(0)
  })

  it('starts the first generation in Advisor, and returns its result', async () => {
    const account = accounts((count) => count === 0)
      .drop(0)
      .next().value!
    const countBefore = countRequests()
    const firstResponse = await admin().get(path(account))
    expect([firstResponse.status, firstResponse.body.message]).toEqual([404, advisorCheckStarted])
    await until(async () => (await admin().get(path(account))).status === 200)
    expect(countRequests()).toBe(countBefore + 1)
    expect((await admin().get(path(account))).body.total).toBe(savings(account).length)
  })

  roleSuite(
    'listAdvisorCostRecommendations',
    () => app,
    () => ({
      path: path(
        accounts((count) => count > 0)
          .drop(0)
          .next().value!,
      ),
    }),
  )

  it('returns 502 when Advisor fails, and reads again on the next call', async () => {
    const account = accounts((count) => count > 0)
      .drop(9)
      .next().value!
    const body = { error: { code: 'Forbidden', message: 'no' } }
    app.simulator.faults.add({ service: 'arm', path: 'Advisor/recommendations', count: 1, action: { kind: 'status', status: 403, body } })
    expect((await admin().get(path(account))).body.code).toBe('outsideFailed')
    expect((await admin().get(path(account))).status).toBe(200)
  })

  it('returns 502 when the generation fails, and starts a new one once Advisor no longer has the failed one', async () => {
    const account = accounts((count) => count === 0)
      .drop(3)
      .next().value!
    expect((await admin().get(path(account))).status).toBe(404)
    const status = (code: number) => ({
      service: 'arm' as const,
      method: 'GET',
      path: 'generateRecommendations/',
      count: 1,
      action: { kind: 'status' as const, status: code, body: {} },
    })
    app.simulator.faults.add(status(403))
    expect((await admin().get(path(account))).body.code).toBe('outsideFailed')
    app.simulator.faults.add(status(404))
    const countBefore = countRequests()
    expect((await admin().get(path(account))).status).toBe(404)
    expect(countRequests()).toBe(countBefore + 1)
  })
})
