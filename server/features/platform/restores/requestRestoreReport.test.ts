import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { admin, compareNow, keepFewAccounts, openRestore, pausedContext, readReport } from './restores.fixture.ts'
import { reportWriter } from './writeReport.ts'

let app: TestApp
let id: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await keepFewAccounts(app)
  id = await openRestore(app)
})
afterAll(() => app.close())

const request = () => admin(app).post(`/restores/${id}/reports`)

describe('requestRestoreReport', () => {
  roleSuite(
    'requestRestoreReport',
    () => app,
    () => ({ path: `/restores/${id}/reports` }),
  )

  it('starts a new comparison, and allows only one at a time', async () => {
    await compareNow(app)
    const responses = await Promise.all([request(), request()])
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409])
    expect(await readReport(app)).toMatchObject({ number: 2, endedAt: null, requestedBy: expect.stringContaining('Niamh') })
    await Promise.all([compareNow(app), compareNow(app)])
    expect(await readReport(app)).toMatchObject({ number: 2, endedAt: expect.any(String) })
  })

  it('reports a service that does not respond, and compares the others', async () => {
    app.simulator.faults.add({ service: 'arm', path: '/subscriptions\\?', action: { kind: 'status', status: 403 } })
    await request()
    await compareNow(app)
    app.simulator.faults.clear()
    expect(await readReport(app)).toMatchObject({ problems: [{ kind: 'subscription', message: expect.any(String) }] })
  })

  it('retries later after a failure that isn’t caused by a service, and ends with a problem after three failures', async () => {
    const listSubscriptions = () => Promise.reject(new TypeError('unexpected'))
    const clients = { ...app.context.clients, arm: { ...app.context.clients.arm, listSubscriptions } }
    const failing = { ...pausedContext(app), clients }
    const { signal } = new AbortController()
    await request()
    const waiting = reportWriter(failing, { retryDelayMs: 60_000 })
    await expect(waiting(signal)).rejects.toThrow(TypeError)
    await waiting(signal)
    const repeating = reportWriter(failing, { retryDelayMs: 0 })
    for (const endedAt of [null, null, expect.any(String)]) {
      await expect(repeating(signal)).rejects.toThrow(TypeError)
      expect(await readReport(app)).toMatchObject({ endedAt })
    }
    const { report, can } = (await admin(app).get('/restores/latest')).body
    expect(report.problems).toEqual([{ kind: 'report', message: expect.any(String) }])
    expect(can).toEqual({ accept: expect.any(String), compare: true })
  })

  it('counts the parts that could not be read, and lets such a report be accepted', async () => {
    app.simulator.faults.add({ service: 'arm', path: 'roleAssignmentScheduleInstances', action: { kind: 'status', status: 403 } })
    const group = await app.db
      .selectFrom('access_groups')
      .select('directory_group_id')
      .where('status', '=', 'ready')
      .where('account_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    app.simulator.faults.add({
      service: 'graph',
      path: `/groups/${group.directory_group_id}/members`,
      action: { kind: 'status', status: 403 },
    })
    await request()
    await compareNow(app)
    app.simulator.faults.clear()
    const { report, can } = (await admin(app).get('/restores/latest')).body
    const unread = report.differences.filter(({ side }: { side: string }) => side === 'unread')
    expect([report.problems, can.accept, report.unread]).toEqual([[], true, unread.length])
    expect(new Set(unread.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(['privilegedRole', 'membership']))
    expect(report.pendingDeletions).toBeGreaterThan(0)
    expect(report.differences.slice(report.pendingDeletions, report.pendingDeletions + unread.length)).toEqual(unread)
  })

  it('rejects a restore that is unknown or was replaced by a later one', async () => {
    expect((await admin(app).post('/restores/0197b1f0-0000-7000-8000-000000000001/reports')).status).toBe(404)
    const later = await openRestore(app)
    expect((await request()).body.code).toBe('wrongState')
    expect((await admin(app).get('/restores/latest')).body).toMatchObject({ restore: { id: later }, report: null })
    expect(await app.db.selectFrom('database_restores').select('id').where('closed_at', 'is', null).execute()).toEqual([{ id: later }])
  })
})
