import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { syncDirectory } from '../../platform/directory/syncDirectory.ts'
import { accountOf, clientOf, requestBody, roleIds } from './emergency.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const profileBody = (overrides: Record<string, unknown> = {}) => ({
  name: 'Network of Checkout',
  description: 'When the lines are down.',
  groupName: 'Network Engineering',
  roleDefinitionId: '4d97b98b-1d4f-4787-a291-c67834d212e7',
  scope: { kind: 'account', accountId: accountOf(app, 0).id },
  maxMinutes: 60,
  ...overrides,
})
const create = (overrides: Record<string, unknown> = {}, givenName = 'Niamh') =>
  clientOf(app, givenName).post('/emergency-profiles', profileBody(overrides))

describe('createEmergencyProfile', () => {
  it('creates a profile whose group members can start access immediately, and see it after the next sync', async () => {
    const response = await create()
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({
      name: 'Network of Checkout',
      group: { name: 'Network Engineering', members: 0 },
      role: { name: 'Network Contributor' },
      scope: { kind: 'account', name: accountOf(app, 0).name },
      version: 1,
    })
    const path = `/accounts/${accountOf(app, 0).id}/emergency-access`
    const startResponse = await clientOf(app, 'Ewa').post(path, requestBody({ profileId: response.body.id }))
    expect(startResponse.status).toBe(201)
    await syncDirectory(app.context)
    expect((await clientOf(app, 'Ewa').get(path)).body.profiles.map(({ id }: { id: string }) => id)).toContain(response.body.id)
  })

  roleSuite(
    'createEmergencyProfile',
    () => app,
    () => ({ path: '/emergency-profiles', body: profileBody() }),
  )
  it('denies an administrator without a step-up sign-in', async () => {
    const weakCaller = app.as(app.persona('Niamh').id, ['Slipway.Admin'], { strong: false })
    expect((await weakCaller.post('/emergency-profiles', profileBody({ name: 'Another' }))).body.code).toBe('stepUpNeeded')
  })

  it.each([
    ['groupName', { groupName: 'Nobody On Call' }, 'The directory has no group with this name'],
    ['roleDefinitionId', { roleDefinitionId: roleIds.owner }, 'Roles that can grant access can’t be used for emergencies'],
    ['roleDefinitionId', { roleDefinitionId: '00000000-0000-4000-8000-000000000000' }, 'Azure has no such role in this scope'],
  ])('rejects an invalid %s at its field', async (field, overrides, message) => {
    const response = await create({ name: 'Bad', ...overrides })
    expect([response.status, response.body.errors]).toEqual([400, [{ field, message }]])
  })

  it('rejects an unknown account, a name in use, a duration above the limit, and two scopes', async () => {
    const unknownAccount = { kind: 'account', accountId: '00000000-0000-4000-8000-000000000000' }
    expect((await create({ name: 'Bad', scope: unknownAccount })).body.errors).toMatchObject([{ field: 'scope' }])
    expect((await create({ name: 'COMMERCE on call' })).body.code).toBe('nameTaken')
    expect((await create({ name: 'Bad', maxMinutes: 241 })).status).toBe(400)
    expect(
      (await create({ name: 'Bad', scope: { kind: 'environment', environment: 'test', towerId: unknownAccount.accountId } })).status,
    ).toBe(400)
  })

  it('fails when the directory is down', async () => {
    const fault = app.simulator.faults.add({ service: 'graph', action: { kind: 'status', status: 400, body: {} } })
    expect((await create({ name: 'Bad' })).status).toBe(502)
    app.simulator.faults.remove(fault)
  })
})
