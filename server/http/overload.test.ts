import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { openBrowser } from '../../test/browser.ts'
import { type OpenApp, openApp } from '../../test/openApp.ts'
import { until } from '../../test/until.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'

let app: TestApp
let database: OpenDatabase
let open: OpenApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
  database = openDatabase(app.runtimeUrl, { max: 4, calls: { connections: 1, maxWaiting: 1, deadlineMs: 1_000 } })
  open = await openApp(app, {}, { db: database.db, callDb: database.callDb })
})
afterAll(async () => {
  await open.close()
  await database.close()
  await app.close()
})

/** Holds the only connection of calls while `work` runs. */
async function whileBusy(work: () => Promise<void>): Promise<void> {
  await database.callDb.connection().execute(work)
}
const priya = () => app.as(app.persona('Priya').id).on(open.server)
const path = '/accounts/adv'

describe('more calls than connections', () => {
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

  it('answers waiting calls in turn when the connection is free in time', async () => {
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
