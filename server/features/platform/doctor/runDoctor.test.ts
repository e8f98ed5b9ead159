import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

const path = '/cockpit/doctor/run'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

describe('runDoctor', () => {
  it('reports what is missing to an administrator, and is audited', async () => {
    const permission = { service: 'Azure', name: 'Microsoft.Resources/tags/write' } as const
    app.simulator.permissions.take(permission)
    const { status, body } = await app.as(app.persona('Niamh').id).post(path)
    app.simulator.permissions.restoreAccess(permission)
    expect(status, JSON.stringify(body)).toBe(200)
    const failed = body.checks.filter((check: { status: string }) => check.status === 'failed')
    expect(failed).toMatchObject([{ id: 'Azure/Microsoft.Resources/tags/write', command: expect.stringContaining('tags/write') }])
    const events = app.db.selectFrom('audit_events').select(['outcome', 'actor_id', 'subject_kind']).where('operation', '=', 'runDoctor')
    expect(await events.execute()).toEqual([{ outcome: 'allowed', actor_id: app.persona('Niamh').id, subject_kind: 'installation' }])
  })

  roleSuite(
    'runDoctor',
    () => app,
    () => ({ path }),
  )
})
