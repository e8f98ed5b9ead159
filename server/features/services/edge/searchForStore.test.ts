import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterEach(() => app.simulator.faults.clear())
afterAll(() => app.close())

const search = async (text: string) =>
  (await app.as(app.persona('Priya').id).get(`/edge/searchForStore?storeNumber=${encodeURIComponent(text)}`)).body

describe('searchForStore', () => {
  it('finds stores by the first digits of the number', async () => {
    const { items, stale: isStale } = await search('123')
    expect(isStale).toBe(false)
    expect(items.map(({ number }: { number: string }) => number)).toEqual(Array.from({ length: 10 }, (_, i) => `123${i}`))
  })

  it('finds stores by words of name and town, and by the postcode with or without its space', async () => {
    const { items } = await search('LEEDS express')
    expect(items.length).toBeGreaterThan(0)
    expect(items.every(({ name }: { name: string }) => name === 'Leeds Express')).toBe(true)
    const { number, address } = items[0]
    for (const text of [address.postcode, address.postcode.replace(' ', '')])
      expect((await search(text)).items.map((each: { number: string }) => each.number)).toContain(number)
  })

  it('returns at most 25 stores, and none for an unknown text', async () => {
    expect((await search('1')).items).toHaveLength(25)
    expect(await search('atlantis')).toEqual({ items: [], more: false, stale: false, asOf: null })
  })

  it('searches the copy in the same way while the directory is unavailable, and marks the result as stale', async () => {
    const freshResult = await search('bath')
    app.simulator.faults.add({ service: 'stores', action: { kind: 'status', status: 503 } })
    const staleResult = await search('bath')
    expect(staleResult.stale).toBe(true)
    expect(staleResult.items.map(({ number }: { number: string }) => number)).toEqual(
      freshResult.items.map(({ number }: { number: string }) => number),
    )
    expect((await search('%')).items).toEqual([])
  })

  roleSuite(
    'searchForStore',
    () => app,
    () => ({ path: '/edge/searchForStore?storeNumber=123' }),
  )
})
