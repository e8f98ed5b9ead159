import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { niamh, systemActionsWithCode } from './events.fixture.ts'

let app: TestApp
let tower: { id: string; name: string }
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  tower = await systemActionsWithCode(app, 'AUDD')
})
afterAll(() => app.close())

describe('exportAuditEvents', () => {
  it('exports the filtered events without formulas, and records the export', async () => {
    await niamh(app).patch(`/towers/${tower.id}`, { name: '=HYPERLINK("x")' })
    const response = await niamh(app).get(`/audit/export.csv?filter=subject==${tower.id}&sort=at`)
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="audit-[\d-]+\.csv"$/)
    const { data } = Papa.parse<Record<string, string>>(response.body.replace(/^\uFEFF/, ''), { header: true, skipEmptyLines: true })
    expect(data.map(({ Operation, Outcome }) => `${Operation} ${Outcome}`)).toEqual([
      'createTower allowed',
      'updateTower allowed',
      'updateTower denied',
      'updateTower allowed',
    ])
    expect(data[1]).toMatchObject({ Caller: 'Niamh Brennan', 'Subject kind': 'tower', Subject: `'=HYPERLINK("x")` })
    expect(JSON.parse(data[3]!.After!)).toMatchObject({ name: '=HYPERLINK("x")' })
    const { items } = (await niamh(app).get('/audit/events?size=1')).body
    expect(items).toMatchObject([{ operation: 'exportAuditEvents', outcome: 'allowed', subject: { kind: 'audit', id: 'csv' } }])
  })

  roleSuite(
    'exportAuditEvents',
    () => app,
    () => ({ path: '/audit/export.csv' }),
  )

  it('rejects an invalid filter', async () => {
    expect((await niamh(app).get('/audit/export.csv?filter=x')).body.code).toBe('invalidFilter')
  })
})
