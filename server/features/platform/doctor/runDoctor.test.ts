import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { logger } from '../../../http/logger.ts'
import { checkIdentityProvider } from './checkIdentityProvider.ts'

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

  it('reports a wrong clock as a wrong clock, and not as something missing', async () => {
    const { clients, config } = app.context
    const inAnHour = () => new Date(Date.now() + 3_600_000)
    const checks = await checkIdentityProvider({ clients, config, logger: logger('silent'), now: inAnHour })
    expect(checks.find(({ id }) => id === 'identity/clock')).toMatchObject({ status: 'failed', without: null })
  })

  roleSuite(
    'runDoctor',
    () => app,
    () => ({ path }),
  )
})
