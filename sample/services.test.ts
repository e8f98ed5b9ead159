import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { savingsOf } from '../simulator/arm/advisorSavings.ts'
import { serviceOf } from '../simulator/arm/catalogueServices.ts'
import { costRows } from '../simulator/arm/costFigures.ts'
import { listResources } from '../simulator/arm/resourceStore.ts'
import { findSubscription } from '../simulator/arm/subscriptionStore.ts'
import type { Simulator } from '../simulator/core/simulator.ts'
import { startSimulator } from '../simulator/simulator.ts'
import { simulatorFolder } from '../test/simulatorFolder.ts'
import { alertRows } from './alerts.ts'
import { catalogueItemId } from './catalogue.ts'
import { company } from './company.ts'
import { serviceInputs } from './serviceInputs.ts'

const northgate = company()
const accounts = northgate.accounts.filter(({ status }) => status === 'active')
const dataDir = simulatorFolder()
let sim: Simulator
beforeAll(async () => {
  sim = await startSimulator({ dataDir, company: northgate })
})
afterAll(async () => {
  await sim.close()
  rmSync(dataDir, { recursive: true })
})

const resourcesOf = (subscriptionId: string) => listResources(sim, findSubscription(sim, subscriptionId))

describe('the sample company', () => {
  it('includes resources of each service, in the account’s region', () => {
    const missing = accounts.flatMap(({ name, subscriptionId, region, catalogueItemIds }) => {
      const resources = resourcesOf(subscriptionId).filter(({ location }) => location === region || location === 'global')
      return catalogueItemIds.flatMap((id) => {
        const service = serviceOf(id)
        const count = resources.filter(({ type }) => type === service?.type).length
        return service && count < (service.count ?? 1) ? [`${name}: ${service.type}`] : []
      })
    })
    expect(missing).toEqual([])
    const ids = accounts.flatMap(({ subscriptionId }) => resourcesOf(subscriptionId).map(({ id }) => id.toLowerCase()))
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has the account’s region in the settings of its services', () => {
    const regions = new Map(northgate.accounts.map(({ id, region }) => [id, region]))
    const inputs = serviceInputs(northgate.accounts, northgate.catalogue).filter(({ inputs }) => 'region' in inputs)
    expect(inputs.length).toBeGreaterThan(0)
    expect(inputs.filter(({ account_id, inputs }) => inputs.region !== regions.get(account_id))).toEqual([])
  })

  it('has costs of services', () => {
    const [month, next] = [new Date('2026-10-01T00:00:00Z'), new Date('2026-11-01T00:00:00Z')]
    const withMachines = accounts.filter(({ catalogueItemIds }) => catalogueItemIds.includes(catalogueItemId('virtual-machines')))
    const withoutCosts = withMachines.filter(({ subscriptionId, createdAt }) => {
      const rows = costRows(sim, findSubscription(sim, subscriptionId), month, next, 'Monthly')
      return Date.parse(createdAt) < next.getTime() && !rows.some(({ service, pounds }) => service === 'Virtual Machines' && pounds > 0)
    })
    expect(withoutCosts).toEqual([])
  })

  it('has no saving that exceeds what the type of resource cost last month', () => {
    const now = new Date()
    const [from, to] = [-1, 0].map((offset) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset))) as [Date, Date]
    let count = 0
    const excess = accounts.flatMap(({ name, subscriptionId }) => {
      const subscription = findSubscription(sim, subscriptionId)
      const savings = [...savingsOf(sim, subscription)]
      count += savings.length
      const rows = savings.length > 0 ? costRows(sim, subscription, from, to, 'Monthly') : []
      return [...Map.groupBy(savings, ({ properties }) => properties.impactedField.toLowerCase())].flatMap(([type, ofType]) => {
        const saved = ofType.reduce((sum, { properties }) => sum + Number(properties.extendedProperties.annualSavingsAmount) / 12, 0)
        const cost = rows.filter(({ resourceType }) => resourceType === type).reduce((sum, { pounds }) => sum + pounds, 0)
        return saved > cost ? [`${name}: ${type} saves £${saved} of £${cost}`] : []
      })
    })
    expect(count).toBeGreaterThan(100)
    expect(excess).toEqual([])
  })

  it('includes the resources that alerts name', () => {
    const [, alerts] = alertRows(northgate, new Date()).find(([table]) => table === 'alert_groups')!
    const named = alerts.map(({ resource }) => String(resource)).filter((id) => id.startsWith('/subscriptions/'))
    const isMissing = (id: string) => !resourcesOf(id.split('/')[2]!).some((resource) => resource.id.toLowerCase() === id.toLowerCase())
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter(isMissing)).toEqual([])
  })
})
