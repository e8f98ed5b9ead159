import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { niamh, systemActionsWithCode } from './events.fixture.ts'
import { toOcsf } from './ocsf.ts'
import type { PresentedEvent } from './queries.ts'

let app: TestApp
let tower: { id: string; name: string }
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  tower = await systemActionsWithCode(app, 'AUDE')
})
afterAll(() => app.close())

describe('exportAuditEventsOcsf', () => {
  it('exports one OCSF event per line', async () => {
    const response = await niamh(app).get(`/audit/export.ocsf.jsonl?filter=subject==${tower.id}&sort=at`)
    expect(response.headers['content-type']).toContain('application/x-ndjson')
    const events = response.body
      .trimEnd()
      .split('\n')
      .map((line: string) => JSON.parse(line))
    expect(events).toMatchObject([
      { class_uid: 6003, activity_id: 1, type_uid: 600301, status_id: 1, unmapped: { after: { code: 'AUDE' } } },
      { class_uid: 6003, activity_id: 3, type_uid: 600303, actor: { user: { uid: app.persona('Niamh').id, name: 'Niamh Brennan' } } },
      { type_uid: 600303, status_id: 2, severity_id: 3, resources: [{ type: 'tower', uid: tower.id, name: tower.name }] },
    ])
    for (const event of events) {
      expect(event.type_uid).toBe(event.class_uid * 100 + event.activity_id)
      expect(event.time).toBeGreaterThan(1_600_000_000_000)
      expect(event.metadata).toMatchObject({ version: '1.5.0', uid: expect.any(String), sequence: expect.any(Number) })
    }
  })

  it.each([
    ['signIn', 300201],
    ['signOut', 300202],
    ['generateApiKey', 300101],
    ['revokeApiKey', 300106],
    ['updateApiKey', 300199],
    ['grantAccountAccess', 300501],
    ['startEmergencyAccess', 300501],
    ['revokeAccountAccess', 300502],
    ['liftMaximumDuration', 300501],
    ['deleteTower', 600304],
    ['exportAccounts', 600302],
    ['approveAccountUpdate', 600303],
    ['resumeSandbox', 600399],
  ])('exports %s as class %i', (operation, type) => {
    const event: PresentedEvent = {
      id: tower.id,
      at: '2026-01-05T09:00:00.000Z',
      operation,
      outcome: 'allowed',
      actor: { id: tower.id, displayName: 'Somebody', credential: 'session:1' },
      subject: null,
      vote: null,
      reason: null,
      requestId: 'r',
      seq: 1,
      erased: [],
    }
    expect(toOcsf(event, { before: null, after: null }).type_uid).toBe(type)
  })

  roleSuite(
    'exportAuditEventsOcsf',
    () => app,
    () => ({ path: '/audit/export.ocsf.jsonl' }),
  )

  it('rejects an invalid filter', async () => {
    expect((await niamh(app).get('/audit/export.ocsf.jsonl?filter=x')).body.code).toBe('invalidFilter')
  })
})
