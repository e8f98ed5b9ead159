import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)

describe('listCaches', () => {
  it('shows the size and age of each cache', async () => {
    await app.db
      .insertInto('retail_prices')
      .values([
        { key: 'a', currency: 'GBP', hourly: 1, fetched_at: new Date(Date.now() - 72 * 3_600_000) },
        { key: 'b', currency: 'GBP', hourly: 1, fetched_at: new Date(Date.now() - 60 * 3_600_000) },
      ])
      .execute()
    const { status, body } = await as('Grace').get('/cockpit/caches')
    expect(status).toBe(200)
    expect(body.caches.map(({ name }: { name: string }) => name)).toEqual(['people', 'groups', 'health', 'prices', 'stores', 'calendars'])
    const prices = body.caches[3]
    expect(prices).toMatchObject({ count: 2, stale: true, refreshable: true })
    expect(Date.parse(prices.oldest)).toBeLessThan(Date.parse(prices.newest))
    expect(body.caches[4]).toMatchObject({ refreshable: false })
  })

  roleSuite(
    'listCaches',
    () => app,
    () => ({ path: '/cockpit/caches' }),
  )

  it('rejects unknown parameters', async () => {
    expect((await as('Niamh').get('/cockpit/caches?name=people')).status).toBe(400)
  })
})
