import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { clientOf, commerceProfile } from './emergency.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

describe('listEmergencyProfiles', () => {
  it('lists each profile with its group, scope and role, even for auditors', async () => {
    for (const [personaName, overrides] of [
      ['Niamh', true],
      ['Grace', expect.any(String)],
    ] as const) {
      const { body } = await clientOf(app, personaName).get('/emergency-profiles')
      expect(body[0]).toMatchObject({
        id: commerceProfile,
        group: { name: 'Commerce On Call', members: 6 },
        role: { name: 'Contributor' },
        scope: { kind: 'tower', name: 'Commerce' },
        maxMinutes: 120,
        enabled: true,
        used: 0,
        can: { change: overrides },
      })
      expect(body[1].scope).toEqual({ kind: 'environment', id: 'production', name: expect.any(String) })
    }
  })

  roleSuite(
    'listEmergencyProfiles',
    () => app,
    () => ({ path: '/emergency-profiles' }),
  )

  it('rejects an unknown query parameter', async () => {
    expect((await clientOf(app, 'Niamh').get('/emergency-profiles?open=1')).status).toBe(400)
  })
})
