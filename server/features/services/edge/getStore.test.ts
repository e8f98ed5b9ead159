import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { storeMessages } from './plan.ts'
import { syncStores } from './syncStores.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const droppedStore = (number: string) => ({
  number,
  name: 'Oldham Express',
  format: 'Convenience',
  address: JSON.stringify({ line1: '1 High Street', town: 'Oldham', postcode: 'OL1 1AA' }),
  town: 'Oldham',
  postcode: 'OL1 1AA',
  region: 'northWest' as const,
  as_of: new Date('2026-01-01'),
  fetched_at: new Date('2026-01-02'),
})
const priya = () => app.as(app.persona('Priya').id)

describe('getStore', () => {
  it('returns the same store as lookupStoreData, and stores a copy', async () => {
    const { status, body } = await priya().get('/utils/stores/1234')
    expect(status).toBe(200)
    expect({ ...(await priya().get('/edge/lookupStoreData?storeNumber=1234')).body, fetchedAt: body.fetchedAt }).toEqual(body)
    expect(await app.db.selectFrom('stores').select(['number', 'name']).execute()).toEqual([{ number: '1234', name: body.name }])
  })

  roleSuite(
    'getStore',
    () => app,
    () => ({ path: '/utils/stores/1234' }),
  )

  it('returns 404 for an unknown store, and rejects an invalid number', async () => {
    expect(await priya().get('/utils/stores/999999')).toMatchObject({ status: 404, body: { code: 'notFound' } })
    expect((await priya().get('/utils/stores/..%2F1')).status).toBe(400)
  })
})

describe('a store that is removed from the directory', () => {
  const number = '1240'
  const path = `/utils/stores/${number}`
  const notFoundAction = { kind: 'status', status: 404, body: { title: 'There is no such store' } } as const
  const rowOf = () => app.db.selectFrom('stores').select(['name', 'delisted_at']).where('number', '=', number).executeTakeFirstOrThrow()
  const lineOf = async () =>
    (await app.as(app.persona('Niamh').id).post('/edge/newStores', { name: 'Try', dryRun: true, stores: [{ storeNumber: number }] })).body
      .lines[0]

  it('keeps its last data with the date of removal, is excluded from rollouts, and can return', async () => {
    const { body: before } = await priya().get(path)
    expect([before.delistedAt, (await lineOf()).ok]).toEqual([null, true])

    const fault = app.simulator.faults.add({ service: 'stores', path: `/v1/stores/${number}`, action: notFoundAction })
    const { status, body } = await priya().get(path)
    expect([status, body]).toEqual([200, { ...before, delistedAt: expect.stringMatching(/Z$/) }])
    expect((await rowOf()).delisted_at!.toISOString()).toBe(body.delistedAt)
    // The time of the first read without the store is kept, even while the directory is unavailable.
    expect((await priya().get(path)).body.delistedAt).toBe(body.delistedAt)
    app.simulator.faults.clear()
    app.simulator.faults.add({ service: 'stores', action: { kind: 'status', status: 503 } })
    expect((await priya().get(path)).body).toEqual({ ...body, stale: true })
    expect((await priya().get(`/edge/searchForStore?storeNumber=${number}`)).body.items).toEqual([])
    const line = await lineOf()
    expect([line.ok, line.problem]).toEqual([false, { code: 'unknown', message: storeMessages.delisted(new Date()) }])
    app.simulator.faults.clear()
    app.simulator.faults.remove(fault)

    expect((await priya().get(path)).body.delistedAt).toBeNull()
    expect([(await rowOf()).delisted_at, (await lineOf()).ok]).toEqual([null, true])
  })

  it('is marked when thousands of stores are checked together, and when the whole directory is read', async () => {
    await app.db
      .insertInto('stores')
      .values([droppedStore('999990'), droppedStore('999991')])
      .execute()
    const stores = [{ storeNumber: '999990' }]
    const plan = await app.as(app.persona('Niamh').id).post('/edge/newStores', { name: 'Try', dryRun: true, stores })
    expect(plan.body.lines[0].problem).toMatchObject({
      code: 'unknown',
      message: storeMessages.delisted(new Date()),
    })
    await syncStores(app.context)
    const rows = app.db.selectFrom('stores').select('number').where('delisted_at', 'is not', null).orderBy('number')
    expect(await rows.execute()).toEqual([{ number: '999990' }, { number: '999991' }])
  })
})
