import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { isIn, outcomes } from '../../access/assignments/access.fixture.ts'
import { add, addOwners, clientOf, inGroup, sandboxEvents, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('revokeSandboxAccess', () => {
  it('removes a member, and responds once the directory has confirmed the removal', async () => {
    const sandbox = await teamSandbox(app)
    const { path } = await add(app, sandbox, 'Priya')
    await app.drain()
    const response = await clientOf(app, 'Daniel').delete(path)
    expect([200, 202]).toContain(response.status)
    await app.drain()
    expect(await isIn(app, 'Priya', sandbox.team.directoryGroupId)).toBe(false)
    expect(await clientOf(app, 'Daniel').delete(path)).toMatchObject({ status: 200, body: { status: 'revoked' } })
    expect((await sandboxEvents(app, sandbox.id)).at(-1)).toMatch(new RegExp(`^Daniel Okoro .*Priya Raman .*sbx-${sandbox.name}-team$`))
  })

  it('lets members end their own access', async () => {
    const sandbox = await teamSandbox(app)
    const { path } = await add(app, sandbox, 'Priya')
    expect([200, 202]).toContain((await clientOf(app, 'Priya').delete(path)).status)
    expect(await inGroup(app, sandbox.team.id)).toEqual([])
  })

  roleSuite(
    'revokeSandboxAccess',
    () => app,
    async () => ({ path: (await add(app, await teamSandbox(app), 'Priya')).path }),
  )

  it('denies another member, an owner of another sandbox, and a call of the operation for accounts', async () => {
    const sandbox = await teamSandbox(app)
    await teamSandbox(app, { ownedBy: ['Ravi'] })
    await add(app, sandbox, 'Margaret')
    const { id, path } = await add(app, sandbox, 'Priya')
    for (const personaName of ['Margaret', 'Ravi']) expect(await clientOf(app, personaName).delete(path)).toMatchObject({ status: 401 })
    expect(await clientOf(app, 'Niamh').delete(`/account-access/${id}`)).toMatchObject({ status: 404 })
    expect(await outcomes(app, 'revokeSandboxAccess', id)).toEqual(['denied', 'denied'])
    expect(await inGroup(app, sandbox.team.id)).toContain(app.persona('Priya').id)
  })

  it('rejects revoking an owner’s access, for every caller', async () => {
    const sandbox = await teamSandbox(app, { ownedBy: ['Daniel', 'Ravi'] })
    await addOwners(app, sandbox)
    const grant = await app.db
      .selectFrom('group_assignments')
      .select('id')
      .where('group_id', '=', sandbox.owners.id)
      .where('person_id', '=', app.persona('Ravi').id)
      .executeTakeFirstOrThrow()
    for (const personaName of ['Daniel', 'Ravi', 'Niamh'])
      expect(await clientOf(app, personaName).delete(`/sandbox-access/access/${grant.id}`)).toMatchObject({ status: 409 })
    expect(await inGroup(app, sandbox.owners.id)).toContain(app.persona('Ravi').id)
  })

  it('returns 412 for an old version', async () => {
    const { path } = await add(app, await teamSandbox(app), 'Priya')
    expect(await clientOf(app, 'Daniel').delete(path, undefined, { 'if-match': '"7"' })).toMatchObject({ status: 412 })
  })
})
