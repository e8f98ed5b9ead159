import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { outcomes } from '../../access/assignments/access.fixture.ts'
import { memberProblems } from './addMembers.ts'
import { add, clientOf, inGroup, type TeamSandbox, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const path = (groupId: string) => `/sandbox-access/groups/${groupId}/member`
const idOf = (personaName: string) => app.persona(personaName).id

const addMember = (sandbox: TeamSandbox, personaName: string, overrides: Record<string, unknown> = {}, actorName = 'Niamh') =>
  clientOf(app, actorName).post(path(sandbox.team.id), { personId: idOf(personaName), ...overrides })

describe('addSandboxMember', () => {
  it('adds a person until an end date, even while the sandbox is frozen', async () => {
    const frozenFields = { status: 'frozen' as const, frozen_at: new Date(), freeze_cause: 'owner' as const }
    const sandbox = await teamSandbox(app, frozenFields)
    const endsAt = new Date(Date.now() + 86_400_000).toISOString()
    const response = await addMember(sandbox, 'Tomasz', { endsAt, reason: 'He prices the experiment.' })
    expect(response).toMatchObject({
      status: 201,
      headers: { location: `/sandbox-access/access/${response.body.id}` },
      body: { person: { id: idOf('Tomasz') }, grantedBy: { id: idOf('Niamh') }, endsAt, status: 'granting', can: { end: true } },
    })
    expect(await inGroup(app, sandbox.team.id)).toEqual([idOf('Tomasz')])
  })

  roleSuite(
    'addSandboxMember',
    () => app,
    async () => ({ path: path((await teamSandbox(app)).team.id), body: { personId: idOf('Priya') } }),
  )

  it('denies every owner and member of the sandbox, before it calls the directory', async () => {
    const sandbox = await teamSandbox(app)
    await add(app, sandbox, 'Priya')
    await app.quiet()
    for (const personaName of ['Daniel', 'Priya']) {
      const response = await clientOf(app, personaName).post(path(sandbox.team.id), { personId: randomUUID() })
      expect(response).toMatchObject({ status: 401, body: { error: { code: 'unauthorised' } } })
    }
    expect(app.simulator.exchanges.list().filter(({ path: requestPath }) => requestPath.includes('getByIds'))).toEqual([])
    expect(await inGroup(app, sandbox.team.id)).toEqual([idOf('Priya')])
    expect(await outcomes(app, 'addSandboxMember', sandbox.team.id)).toEqual(['denied', 'denied'])
  })

  it('denies administrators who add themselves', async () => {
    const sandbox = await teamSandbox(app)
    const response = await addMember(sandbox, 'Niamh')
    expect(response).toMatchObject({ status: 401, body: { code: 'unauthorised' } })
    expect(await inGroup(app, sandbox.team.id)).toEqual([])
  })

  it('rejects a current member, an owner and an unknown person', async () => {
    const sandbox = await teamSandbox(app, { ownedBy: ['Daniel', 'Ravi'] })
    await add(app, sandbox, 'Priya')
    expect((await addMember(sandbox, 'Priya')).body.errors[0].message).toBe(memberProblems.member(app.persona('Priya').displayName))
    const owner = await clientOf(app, 'Niamh').post(path(sandbox.owners.id), { personId: idOf('Ravi') })
    expect(owner.body.errors[0].message).toBe(memberProblems.owner(app.persona('Ravi').displayName))
    const unknownPersonResponse = await clientOf(app, 'Niamh').post(path(sandbox.team.id), { personId: randomUUID() })
    expect(unknownPersonResponse.body.errors).toMatchObject([{ field: 'personId' }])
  })

  it('rejects an end date in the past or after the end of the sandbox', async () => {
    const sandbox = await teamSandbox(app)
    for (const endsAt of ['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z'])
      expect(await addMember(sandbox, 'Priya', { endsAt })).toMatchObject({ status: 400, body: { errors: [{ field: 'endsAt' }] } })
  })

  it('rejects a group of an account, an unknown group, and a deleted sandbox', async () => {
    const ofAccount = await app.db
      .selectFrom('access_groups')
      .select('id')
      .where('account_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    for (const id of [ofAccount.id, randomUUID()])
      expect(await clientOf(app, 'Niamh').post(path(id), { personId: idOf('Priya') })).toMatchObject({ status: 404 })
    const endedSandbox = await teamSandbox(app, {
      status: 'deleting',
      delete_requested_at: new Date(),
      delete_at: new Date(),
      delete_cause: 'owner',
    })
    expect(await addMember(endedSandbox, 'Priya')).toMatchObject({ status: 409, body: { code: 'wrongState' } })
  })
})
