import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { opennessOf } from '../../simulator/keyvault/openness.ts'
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
  app = await startTestApp({ work: false })
  database = openDatabase(app.runtimeUrl, { max: 4, calls: { maxRunning: 1, maxWaiting: 1, deadlineMs: 1_000 } })
  const { db, callDb, runInTurn, waitingCalls } = database
  open = await openApp(app, {}, { db, callDb, runInTurn, waitingCalls })
})
afterAll(async () => {
  await open.close()
  await database.close()
  await app.close()
})

/** Holds the only place of calls while `work` runs. */
const whileBusy = (work: () => Promise<void>) => database.runInTurn(work)
const daniel = () => app.as(app.persona('Daniel').id).on(open.server)
const priya = () => app.as(app.persona('Priya').id).on(open.server)
const path = '/accounts/adv'
const vaultOf = ({ name, id }: { name: string; id: string }) => `kv-${name.replace(/[^a-z0-9]/g, '').slice(0, 16)}${id.slice(0, 4)}`

describe('more calls than places', () => {
  it('refuses calls with Retry-After when too many wait, or one waits too long', async () => {
    await whileBusy(async () => {
      const waiting = priya().get(path)
      await until(async () => database.waitingCalls() === 1)
      const refused = await priya().get(path)
      expect(refused).toMatchObject({ status: 503, body: { code: 'overloaded' }, headers: { 'retry-after': '2' } })
      expect(await waiting).toMatchObject({ status: 503, body: { code: 'overloaded' }, headers: { 'retry-after': '2' } })
    })
    expect((await priya().get(path)).status).toBe(200)
  })

  it('answers waiting calls in turn when the place is free in time', async () => {
    let waiting: ReturnType<ReturnType<typeof priya>['get']> | undefined
    await whileBusy(async () => {
      waiting = priya().get(path)
      await until(async () => database.waitingCalls() === 1)
    })
    expect((await waiting)?.status).toBe(200)
  })

  it('changes nothing and writes no audit event when it refuses a call', async () => {
    const view = { screen: 'accounts', name: 'Sent while Slipway was busy' }
    await whileBusy(async () => {
      const waiting = priya().get(path)
      await until(async () => database.waitingCalls() === 1)
      expect(await priya().post('/views', view)).toMatchObject({ status: 503, body: { code: 'overloaded' } })
      await waiting
    })
    expect(await app.db.selectFrom('saved_views').select('id').where('name', '=', view.name).execute()).toEqual([])
    expect(await app.db.selectFrom('audit_events').select('id').where('operation', '=', 'createView').execute()).toEqual([])
    expect((await priya().post('/views', view)).status).toBe(201)
  })

  it('answers a call whose effects are committed', async () => {
    const title = 'Committed before Slipway was busy'
    const raised = daniel().post('/snow/incident', newIncident(accountOf(app, 0).id, { title }))
    await until(async () => (await app.db.selectFrom('incidents').select('id').where('title', '=', title).execute()).length === 1)
    await whileBusy(async () => {
      const waiting = priya().get(path)
      expect(await raised).toMatchObject({ status: 202, body: { title } })
      await waiting
    })
  })

  it.each([[{}], [{ 'idempotency-key': 'sent-while-busy' }]])(
    'answers a call that needs another connection after its effects: %j',
    async (headers) => {
      const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      const action = { kind: 'hold', when: 'before', held, until: released.promise } as const
      app.simulator.faults.add({ service: 'keyvault', method: 'PUT', count: 1, action })
      const { id, name } = app.company.accounts.find(
        (account) =>
          account.status === 'active' &&
          account.ownerIds.includes(app.persona('Daniel').id) &&
          opennessOf({ name: vaultOf(account) }) === 'open',
      )!
      const secret = { accountId: id, vaultName: vaultOf({ name, id }), name: 'set-while-busy', value: 'a value' }
      const set = daniel().post('/utils/setKeyVaultSecret', secret, headers)
      await isHeld
      const waiting = priya().get(path)
      await until(() => database.waitingCalls() === 1)
      expect((await priya().get(path)).status).toBe(503)
      released.resolve()
      expect(await set).toMatchObject({ status: 200, body: { name: 'set-while-busy' } })
      await waiting
      expect((await priya().get(path)).status).toBe(200)
    },
  )

  it('keeps the place of an export until it is read or abandoned', async () => {
    for (let n = 0; n < 3; n++) {
      expect((await priya().get('/accounts/adv/export.csv')).status).toBe(200)
      expect((await priya().head('/accounts/adv/export.csv')).status).toBe(200)
    }
    expect(database.waitingCalls()).toBe(0)
    expect((await priya().get(path)).status).toBe(200)
  })

  it('answers health checks, sign-in and event streams meanwhile', async () => {
    await whileBusy(async () => {
      expect((await priya().get('/health')).status).toBe(200)
      const browser = openBrowser(open)
      await browser.signIn(app.persona('Tomasz').id)
      const stop = new AbortController()
      expect((await browser.send('/events', { signal: stop.signal })).status).toBe(200)
      stop.abort()
    })
  })
})
