import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/schema'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestWorld, type TestWorld } from '../testWorld.ts'
import { maxNumbers, storeRegions } from './storeDirectory.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterEach(() => world.sim.faults.clear())
afterAll(() => world.close())

const directory = () => world.clients.stores!
const contract = JSON.parse(readFileSync(new URL('../../../docs/store-directory.openapi.json', import.meta.url), 'utf8'))
const { Store, StoreNumber } = contract.components.schemas
const asWritten = Compile({ ...Store, properties: { ...Store.properties, number: StoreNumber } })

describe('the store directory', () => {
  it('responds according to its contract, with the regions that the code has', async () => {
    expect(Store.properties.region.enum).toEqual(storeRegions)
    const { stores, next } = await directory().listStores(undefined)
    expect([stores.length, next]).toEqual([500, '1500'])
    for (const store of stores) expect(asWritten.Check(store)).toBe(true)
    for (const { path, method } of world.sim.exchanges.list().filter(({ service }) => service === 'stores'))
      expect(contract.paths[path.replace(/\/\d+$/, '/{number}')]?.[method.toLowerCase()]).toBeDefined()
  })

  it('returns every store once, page by page', async () => {
    const numbers: string[] = []
    let valueAfter: string | undefined
    do {
      const page = await directory().listStores(valueAfter)
      numbers.push(...page.stores.map(({ number }) => number))
      valueAfter = page.next ?? undefined
    } while (valueAfter)
    expect([numbers.length, new Set(numbers).size]).toEqual([3_600, 3_600])
  })

  it('returns which of many stores exist', async () => {
    const { stores, missing, unreadable } = await directory().lookUp(['1001', '999999', '4600'])
    expect([stores.map(({ number }) => number), missing, unreadable]).toEqual([['1001', '4600'], ['999999'], 0])
    await expect(directory().lookUp(Array.from({ length: maxNumbers + 1 }, (_, n) => String(n)))).rejects.toMatchObject({ status: 400 })
  })

  it('leaves out unreadable entries and reports their number', async () => {
    const [validStore] = (await directory().lookUp(['1001'])).stores
    const body = { stores: [validStore, { ...validStore, region: 'atlantis' }, 7], missing: [] }
    world.sim.faults.add({
      service: 'stores',
      action: { kind: 'status', status: 200, body, headers: { 'content-type': 'application/json' } },
    })
    expect(await directory().lookUp(['1001'])).toMatchObject({ stores: [{ number: '1001' }], unreadable: 2 })
    await expect(directory().getStore('1001')).rejects.toMatchObject({ code: 'unexpectedAnswer' })
  })

  it('retries when it is busy, without its token in a log or error', async () => {
    world.sim.faults.add({ service: 'stores', count: 1, action: { kind: 'status', status: 429, headers: { 'retry-after': '0' } } })
    expect(await directory().getStore('1001')).toMatchObject({ number: '1001' })
    world.sim.faults.add({ service: 'stores', action: { kind: 'status', status: 401, body: { title: 'no' } } })
    const error: unknown = await directory()
      .getStore('1001')
      .catch((thrown: unknown) => thrown)
    expect(`${world.log()} ${JSON.stringify(error)} ${String(error)}`).not.toContain('simulated-store-directory-token')
  })
})
