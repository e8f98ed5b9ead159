import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { admin, compareNow, keepFewAccounts, openRestore, readReport } from './restores.fixture.ts'

let app: TestApp
let id: string
beforeAll(async () => {
  app = await startTestApp({ work: false })
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

  it('compares once more, and only one comparison is open at a time', async () => {
    await compareNow(app)
    const answers = await Promise.all([request(), request()])
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409])
    expect(await readReport(app)).toMatchObject({ number: 2, endedAt: null, requestedBy: expect.stringContaining('Niamh') })
    await Promise.all([compareNow(app), compareNow(app)])
    expect(await readReport(app)).toMatchObject({ number: 2, endedAt: expect.any(String) })
  })

  it('names a service that does not answer, and compares the others', async () => {
    app.simulator.faults.add({ service: 'arm', path: '/subscriptions\\?', action: { kind: 'status', status: 403 } })
    await request()
    await compareNow(app)
    app.simulator.faults.clear()
    expect(await readReport(app)).toMatchObject({ problems: [{ kind: 'subscription', message: expect.any(String) }] })
  })

  it('rejects a restore that is unknown or was replaced by a later one', async () => {
    expect((await admin(app).post('/restores/0197b1f0-0000-7000-8000-000000000001/reports')).status).toBe(404)
    const later = await openRestore(app)
    expect((await request()).body.code).toBe('wrongState')
    expect((await admin(app).get('/restores/latest')).body).toMatchObject({ restore: { id: later }, report: null })
    expect(await app.db.selectFrom('database_restores').select('id').where('closed_at', 'is', null).execute()).toEqual([{ id: later }])
  })
})
