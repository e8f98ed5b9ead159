import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, clientOf, commerceProfile, roleIds, startEmergency } from './emergency.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const path = `/emergency-profiles/${commerceProfile}`
const updateProfile = (body: Record<string, unknown>, headers = {}) => clientOf(app, 'Niamh').patch(path, body, headers)

describe('updateEmergencyProfile', () => {
  it('disables a profile and enables it again', async () => {
    expect((await updateProfile({ enabled: false }, { 'if-match': '"1"' })).body).toMatchObject({ enabled: false, version: 2 })
    expect((await startEmergency(app, 0)).answer.status).toBe(403)
    expect((await updateProfile({ enabled: true })).body).toMatchObject({ enabled: true, version: 3 })
    const events = await app.db
      .selectFrom('audit_events')
      .select(['before', 'after'])
      .where('operation', '=', 'updateEmergencyProfile')
      .execute()
    expect(events).toMatchObject([{ before: { enabled: true }, after: { enabled: false } }, {}])
  })

  it('changes the scope, role, group and duration', async () => {
    const response = await updateProfile({
      name: 'Accounts on call',
      groupName: 'Cloud Platform On Call',
      roleDefinitionId: roleIds.reader,
      scope: { kind: 'account', accountId: accountOf(app, 1).id },
      maxMinutes: 15,
    })
    expect(response.body).toMatchObject({
      name: 'Accounts on call',
      group: { name: 'Cloud Platform On Call' },
      role: { name: 'Reader' },
      scope: { kind: 'account', id: accountOf(app, 1).id },
      maxMinutes: 15,
    })
    expect((await startEmergency(app, 1)).answer.status).toBe(403)
  })

  roleSuite(
    'updateEmergencyProfile',
    () => app,
    () => ({ path, body: { enabled: false } }),
  )
  it('denies an administrator without a step-up sign-in', async () => {
    const weakCaller = app.as(app.persona('Niamh').id, ['Slipway.Admin'], { strong: false })
    expect((await weakCaller.patch(path, { maxMinutes: 240 })).body.code).toBe('stepUpNeeded')
  })

  it('rejects a role that can grant access, an old version and an empty change, and returns 404 for an unknown profile', async () => {
    expect((await updateProfile({ roleDefinitionId: roleIds.owner })).body.errors).toMatchObject([{ field: 'roleDefinitionId' }])
    expect((await updateProfile({ maxMinutes: 30 }, { 'if-match': '"1"' })).status).toBe(412)
    expect((await updateProfile({})).status).toBe(400)
    expect((await clientOf(app, 'Niamh').patch(`/emergency-profiles/${crypto.randomUUID()}`, { enabled: true })).status).toBe(404)
  })
})
