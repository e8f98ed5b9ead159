import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { admin, auditor, compareNow, keepFewAccounts, openRestore } from './restores.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await keepFewAccounts(app)
})
afterAll(() => app.close())

describe('getDatabaseRestore', () => {
  roleSuite(
    'getDatabaseRestore',
    () => app,
    () => ({ path: '/restores/latest' }),
  )

  it('returns nothing if the database was never restored', async () => {
    expect((await admin(app).get('/restores/latest')).body).toMatchObject({ paused: false, restore: null, report: null })
  })

  it('returns the restore and its report, with actions for administrators and without actions for auditors', async () => {
    const id = await openRestore(app)
    expect((await admin(app).get('/restores/latest')).body).toMatchObject({
      paused: true,
      restore: { id, kind: 'backup', dataAt: '2026-11-20T02:00:00.000Z', restoredBy: 'root@test', acceptedBy: null },
      report: null,
      can: { accept: expect.any(String), compare: expect.any(String) },
    })
    await compareNow(app)
    const { report, can } = (await admin(app).get('/restores/latest')).body
    expect(report).toMatchObject({ number: 1, requestedBy: null, endedAt: expect.any(String), problems: [] })
    expect(can).toEqual({ accept: true, compare: true })
    const seen = (await auditor(app).get('/restores/latest')).body
    expect(seen).toMatchObject({ report: { id: report.id }, can: { accept: expect.any(String), compare: expect.any(String) } })
    expect((await admin(app).get(`/audit/activity?kind=databaseRestore&id=${id}`)).body.items).toEqual([
      expect.objectContaining({ operation: 'databaseRestored' }),
    ])
  })
})
