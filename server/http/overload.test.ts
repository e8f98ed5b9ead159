import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { vaultAccessOf } from '../../simulator/keyvault/vaultAccess.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { openBrowser } from '../../test/browser.ts'
import { type OpenApp, openApp } from '../../test/openApp.ts'
import { until } from '../../test/until.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { accountOf, newIncident } from '../features/services/incidents/incidents.fixture.ts'

let app: TestApp
let database: OpenDatabase
let open: OpenApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  database = openDatabase(app.runtimeUrl, { max: 4, calls: { maxRunning: 1, maxWaiting: 1, deadlineMs: 1_000 } })
  const { db, callDb, runQueued, waitingCalls } = database
  open = await openApp(app, {}, { db, callDb, runQueued, waitingCalls })
})
afterAll(async () => {
  await open.close()
  await database.close()
  await app.close()
})

const runWhileOverloaded = (callback: () => Promise<void>) => database.runQueued(callback)
const daniel = () => app.as(app.persona('Daniel').id).on(open.server)
const priya = () => app.as(app.persona('Priya').id).on(open.server)
const path = '/accounts/adv'
const vaultOf = ({ name, id }: { name: string; id: string }) => `kv-${name.replace(/[^a-z0-9]/g, '').slice(0, 16)}${id.slice(0, 4)}`

describe('more calls than slots', () => {
  it('rejects calls with Retry-After if too many wait, or one waits too long', async () => {
    await runWhileOverloaded(async () => {
      const pendingPromise = priya().get(path)
      await until(async () => database.waitingCalls() === 1)
      const rejection = await priya().get(path)
      expect(rejection).toMatchObject({ status: 503, body: { code: 'overloaded' }, headers: { 'retry-after': '2' } })
      expect(await pendingPromise).toMatchObject({ status: 503, body: { code: 'overloaded' }, headers: { 'retry-after': '2' } })
    })
    expect((await priya().get(path)).status).toBe(200)
  })

  it('runs waiting calls in turn if a slot is free in time', async () => {
    let pendingPromise: ReturnType<ReturnType<typeof priya>['get']> | undefined
    await runWhileOverloaded(async () => {
      pendingPromise = priya().get(path)
      await until(async () => database.waitingCalls() === 1)
    })
    expect((await pendingPromise)?.status).toBe(200)
  })

  it('rejects a call without changes or an audit event', async () => {
    const view = { screen: 'accounts', name: 'Sent while Slipway was busy' }
    await runWhileOverloaded(async () => {
      const pendingPromise = priya().get(path)
      await until(async () => database.waitingCalls() === 1)
      expect(await priya().post('/views', view)).toMatchObject({ status: 503, body: { code: 'overloaded' } })
      await pendingPromise
    })
    expect(await app.db.selectFrom('saved_views').select('id').where('name', '=', view.name).execute()).toEqual([])
    expect(await app.db.selectFrom('audit_events').select('id').where('operation', '=', 'createView').execute()).toEqual([])
    expect((await priya().post('/views', view)).status).toBe(201)
  })

  it('returns the response of a call whose effects are committed', async () => {
    const title = 'Committed before Slipway was busy'
    const raised = daniel().post('/snow/incident', newIncident(accountOf(app, 0).id, { title }))
    await until(async () => (await app.db.selectFrom('incidents').select('id').where('title', '=', title).execute()).length === 1)
    await runWhileOverloaded(async () => {
      const pendingPromise = priya().get(path)
      expect(await raised).toMatchObject({ status: 202, body: { title } })
      await pendingPromise
    })
  })

  it.each([[{}], [{ 'idempotency-key': 'sent-while-busy' }]])(
    'returns the response of a call that needs a second connection after its effects: %j',
    async (headers) => {
      const { promise: isTaken, resolve: markTaken } = Promise.withResolvers<void>()
      const release = Promise.withResolvers<void>()
      const action = { kind: 'hold', when: 'before', held: markTaken, until: release.promise } as const
      app.simulator.faults.add({ service: 'keyvault', method: 'PUT', count: 1, action })
      const { id, name } = app.company.accounts.find(
        (account) =>
          account.status === 'active' &&
          account.ownerIds.includes(app.persona('Daniel').id) &&
          vaultAccessOf({ name: vaultOf(account) }) === 'open',
      )!
      const secret = { accountId: id, vaultName: vaultOf({ name, id }), name: 'set-while-busy', value: 'a value' }
      const set = daniel().post('/utils/setKeyVaultSecret', secret, headers)
      await isTaken
      const pendingPromise = priya().get(path)
      await until(() => database.waitingCalls() === 1)
      expect((await priya().get(path)).status).toBe(503)
      release.resolve()
      expect(await set).toMatchObject({ status: 200, body: { name: 'set-while-busy' } })
      await pendingPromise
      expect((await priya().get(path)).status).toBe(200)
    },
  )

  it('uses the slot of an export until it is read or abandoned', async () => {
    for (let n = 0; n < 3; n++) {
      expect((await priya().get('/accounts/adv/export.csv')).status).toBe(200)
      expect((await priya().head('/accounts/adv/export.csv')).status).toBe(200)
    }
    expect(database.waitingCalls()).toBe(0)
    expect((await priya().get(path)).status).toBe(200)
  })

  it('responds to health checks, sign-in and event streams without a free slot', async () => {
    await runWhileOverloaded(async () => {
      expect((await priya().get('/health')).status).toBe(200)
      const browser = openBrowser(open)
      await browser.signIn(app.persona('Tomasz').id)
      const stop = new AbortController()
      expect((await browser.send('/events', { signal: stop.signal })).status).toBe(200)
      stop.abort()
    })
  })
})
