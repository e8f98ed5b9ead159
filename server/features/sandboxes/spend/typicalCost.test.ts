import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TypicalUse } from '../../../db/tables.ts'
import { type SpendApp, startSpendApp } from './spend.fixture.ts'
import { syncTypicalPrices, typicalCost } from './typicalCost.ts'

let app: SpendApp
beforeAll(async () => {
  app = await startSpendApp()
})
afterAll(() => app.close())

const use = (name: string, resourceType: string, sku: string, count = 1, share = 100): TypicalUse => ({
  name,
  resourceType,
  sku,
  count,
  share,
})
const machine = (name: string, share: number, count = 1) => use(name, 'Microsoft.Compute/virtualMachines', 'Standard_D2s_v5', count, share)

async function typicalCostOf(typicalUse: TypicalUse[], hours = 100) {
  const { id } = await app.db
    .selectFrom('sandboxes')
    .select('template_id as id')
    .where('id', '=', await app.sandbox())
    .executeTakeFirstOrThrow()
  await app.db
    .updateTable('sandbox_templates')
    .set({ typical_use: JSON.stringify(typicalUse) })
    .where('id', '=', id)
    .execute()
  await syncTypicalPrices({ db: app.db, clients: app.context.clients, now: app.clock.now })
  return typicalCost(app.db, { currency: 'GBP', regions: ['uksouth'], typicalUse }, hours)
}

describe('typical cost', () => {
  it('is the price multiplied by the hours that each resource runs', async () => {
    expect(await typicalCostOf([machine('A machine', 100)])).toMatchObject({ amount: 884, currency: 'GBP', hours: 100, unpriced: [] })
    expect(await typicalCostOf([machine('Two machines', 25, 2)])).toMatchObject({ amount: 442 })
    expect(await typicalCostOf([machine('A Windows machine', 100)])).toMatchObject({ amount: 1_611 })
  })

  it.each([
    ['a plan', use('A plan', 'Microsoft.Web/serverFarms', 'P1v3'), 1_343],
    ['a database', use('A database', 'Microsoft.DBforPostgreSQL/flexibleServers', 'Standard_D2ds_v5'), 1_626],
    ['a disk', use('A disk', 'Microsoft.Compute/disks', 'P10'), 238],
    ['a cluster', use('Nodes', 'Microsoft.ContainerService/managedClusters', 'Standard_D4s_v5', 3), 5_308],
    ['a registry', use('A registry', 'Microsoft.ContainerRegistry/registries', 'Basic'), 54],
  ])('includes %s', async (_, item, amount) => expect(await typicalCostOf([item])).toMatchObject({ amount, unpriced: [] }))

  it('lists resources without a price, and is unknown if no price is known', async () => {
    const unknownUse = use('Something odd', 'Microsoft.Quantum/workspaces', 'Big')
    expect(await typicalCostOf([machine('A machine', 100), unknownUse])).toMatchObject({ amount: 884, unpriced: ['Something odd'] })
    expect(await typicalCostOf([unknownUse])).toBeNull()
    expect(await typicalCostOf([])).toBeNull()
  })
})
