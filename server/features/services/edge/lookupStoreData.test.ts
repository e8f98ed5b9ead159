import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { storeDirectory } from '../../../../sample/edgeStores.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { openApp } from '../../../../test/openApp.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { freeNumbers, launch } from './edge.fixture.ts'
import { syncStores } from './syncStores.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterEach(() => app.simulator.faults.clear())
afterAll(() => app.close())

const priya = () => app.as(app.persona('Priya').id)
const path = (number: string) => `/edge/lookupStoreData?storeNumber=${number}`

describe('lookupStoreData', () => {
  it('returns the directory’s data with its age, and the edge account', async () => {
    const account = app.company.accounts.find(({ kind, status }) => kind === 'edge' && status === 'active')!
    const [number = ''] = account.storeNumbers
    const { asOf, fetchedAt, ...store } = (await priya().get(path(number))).body
    const sample = storeDirectory(app.company.accounts).find((each) => each.number === number)!
    expect(store).toEqual({
      ...sample,
      delistedAt: null,
      stale: false,
      edge: { state: 'account', account: { id: account.id, name: account.name }, rollout: null },
    })
    expect(Date.parse(asOf)).toBeLessThanOrEqual(Date.parse(fetchedAt))
  })

  it('shows the status of the store’s rollout', async () => {
    const [number = ''] = freeNumbers(app, 1)
    expect((await priya().get(path(number))).body.edge).toEqual({ state: 'none', account: null, rollout: null })
    const id = await launch(app, 'Lookups', [number])
    expect((await priya().get(path(number))).body.edge).toMatchObject({ state: 'queued', account: {}, rollout: { id, name: 'Lookups' } })
  })

  roleSuite(
    'lookupStoreData',
    () => app,
    () => ({ path: path('1001') }),
  )

  it('returns the last data with its age while the directory fails, times out or sends invalid data', async () => {
    const [number = ''] = freeNumbers(app, 1, 5)
    const responseBefore = (await priya().get(path(number))).body
    for (const action of [
      { kind: 'status', status: 500 },
      { kind: 'truncate' },
      { kind: 'status', status: 200, body: { number: 17, name: null } },
      { kind: 'delay', ms: 5_500 },
    ] as const) {
      app.simulator.faults.clear()
      app.simulator.faults.add({ service: 'stores', action })
      expect((await priya().get(path(number))).body).toEqual({ ...responseBefore, stale: true })
    }
  })

  it('returns 502 if there is no copy, and does not show the token', async () => {
    app.simulator.faults.add({ service: 'stores', action: { kind: 'status', status: 401, body: { title: 'no' } } })
    const { status, body } = await priya().get(path(freeNumbers(app, 1, 6)[0]!))
    expect([status, body.code]).toEqual([502, 'outsideFailed'])
    expect(JSON.stringify(body)).not.toContain('simulated-store-directory')
  })

  it('returns 404 for an unknown store, and rejects an invalid number', async () => {
    expect(await priya().get(path('999999'))).toMatchObject({ status: 404, body: { code: 'notFound' } })
    expect((await priya().get(path('12ab'))).status).toBe(400)
    expect((await priya().get('/edge/lookupStoreData')).status).toBe(400)
  })

  it('reports that no directory is configured', async () => {
    const appWithoutStores = await openApp(app, {}, { clients: { ...app.context.clients, stores: undefined } })
    const response = await fetch(`${appWithoutStores.https}/edge/lookupStoreData?storeNumber=1001`, {
      headers: {
        authorization: `Bearer ${await app.simulator.mintToken({ oid: app.persona('Priya').id, audience: app.config.oidc.audience })}`,
      },
    })
    const body = (await response.json()) as { code: string; message: string }
    await appWithoutStores.close()
    expect([response.status, body.code]).toEqual([503, 'notSetUp'])
    expect(body.message).toContain('SLIPWAY_STORES_ENDPOINT')
  })
})

describe('the copy of the directory', () => {
  it('is read completely once a day, and continues after a failure', async () => {
    let time = Date.now()
    const world = { ...app.context, now: () => new Date(time) }
    const countKnown = async () => (await app.db.selectFrom('stores').select('number').execute()).length
    app.simulator.faults.add({ service: 'stores', path: 'after=', action: { kind: 'status', status: 503 } })
    await syncStores(world)
    expect(await countKnown()).toBeLessThan(600)
    app.simulator.faults.clear()
    time += 16 * 60_000
    await syncStores(world)
    expect(await countKnown()).toBe(3_600)
    app.simulator.exchanges.clear()
    await syncStores(world)
    expect(app.simulator.exchanges.list().filter(({ service }) => service === 'stores')).toEqual([])
  })
})
