import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, clientOf, commerceProfile, emergencyRow, insertEmergencyAccess } from './emergency.fixture.ts'
import { emergencyProblems } from './policy.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const path = (n: number) => `/accounts/${accountOf(app, n).id}/emergency-access`

describe('getAccountEmergencyAccess', () => {
  it('shows the profiles to people on call, and the reason why they can’t start access to others', async () => {
    expect((await clientOf(app, 'Priya').get(path(0))).body).toEqual({
      active: [],
      profiles: [{ id: commerceProfile, name: 'Commerce on call', description: expect.any(String), role: 'Contributor', maxMinutes: 120 }],
      can: { start: true },
    })
    expect((await clientOf(app, 'Daniel').get(path(0))).body).toMatchObject({
      profiles: [],
      can: { start: expect.any(String) },
    })
  })

  it('shows active access to everyone, and marks the reader’s own', async () => {
    const id = await insertEmergencyAccess(app, 1, 'active')
    for (const personaName of ['Tomasz', 'Priya'])
      expect((await clientOf(app, personaName).get(path(1))).body.active).toMatchObject([
        { id, status: 'active', person: { displayName: 'Priya Raman' } },
      ])
    expect((await clientOf(app, 'Priya').get(path(1))).body.can.start).toBe(emergencyProblems.open((await emergencyRow(app, id)).reference))
  })

  roleSuite(
    'getAccountEmergencyAccess',
    () => app,
    () => ({ path: path(0) }),
  )

  it('returns 404 for an unknown account', async () => {
    expect((await clientOf(app, 'Priya').get(`/accounts/${crypto.randomUUID()}/emergency-access`)).status).toBe(404)
  })
})
