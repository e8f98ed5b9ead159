import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('listSettings', () => {
  it('shows the default of each setting, and the source of each configuration without its value', async () => {
    const { body } = await app.as(app.persona('Grace').id).get('/admin/settings')
    expect(body.settings).toMatchObject([
      { name: 'maintenance', isDefault: true, version: 0 },
      { name: 'notificationDays', value: 180, updatedBy: null, can: { change: expect.any(String) } },
      { name: 'permanentEligibility', value: false, isDefault: true },
      { name: 'pimTickets', isDefault: true },
      { name: 'readCalendars', value: true },
      { name: 'stepUp', value: 'privilegedOnly', isDefault: true },
    ])
    expect(body.configuration).toContainEqual({ name: 'SLIPWAY_KEY_SECRET', from: 'environment' })
    expect(body.configuration).toContainEqual({ name: 'SLIPWAY_MERGE', from: 'default' })
    expect(JSON.stringify(body)).not.toContain(app.config.keySecret)
  })

  roleSuite(
    'listSettings',
    () => app,
    () => ({ path: '/admin/settings' }),
  )
})
