import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { outcomes } from '../../access/assignments/access.fixture.ts'
import { add, as, inGroup, type TeamSandbox, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const path = (groupId: string) => `/sandbox-access/groups/${groupId}/member`
const idOf = (who: string) => app.persona(who).id

const addAlone = (sandbox: TeamSandbox, who: string, change: Record<string, unknown> = {}, by = 'Niamh') =>
  as(app, by).post(path(sandbox.team.id), { personId: idOf(who), ...change })

describe('addSandboxMember', () => {
  it('adds a person until an end date, also while the sandbox is frozen', async () => {
    const frozen = { status: 'frozen' as const, frozen_at: new Date(), frozen_because: 'owner' as const }
    const sandbox = await teamSandbox(app, frozen)
    const endsAt = new Date(Date.now() + 86_400_000).toISOString()
    const answer = await addAlone(sandbox, 'Tomasz', { endsAt, reason: 'He prices the experiment.' })
    expect(answer).toMatchObject({
      status: 201,
      headers: { location: `/sandbox-access/access/${answer.body.id}` },
      body: { person: { id: idOf('Tomasz') }, grantedBy: { id: idOf('Niamh') }, endsAt, status: 'granting', can: { end: true } },
    })
    expect(await inGroup(app, sandbox.team.id)).toEqual([idOf('Tomasz')])
  })

  roleSuite(
    'addSandboxMember',
    () => app,
    async () => ({ path: path((await teamSandbox(app)).team.id), body: { personId: idOf('Priya') } }),
  )

  it('denies every owner and member of the sandbox, before it asks the directory about anyone', async () => {
    const sandbox = await teamSandbox(app)
    await add(app, sandbox, 'Priya')
    await app.quiet()
    for (const who of ['Daniel', 'Priya']) {
      const answer = await as(app, who).post(path(sandbox.team.id), { personId: randomUUID() })
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthorised' } } })
    }
    expect(app.simulator.exchanges.list().filter(({ path: called }) => called.includes('getByIds'))).toEqual([])
    expect(await inGroup(app, sandbox.team.id)).toEqual([idOf('Priya')])
    expect(await outcomes(app, 'addSandboxMember', sandbox.team.id)).toEqual(['denied', 'denied'])
  })

  it('denies administrators who add themselves', async () => {
    const sandbox = await teamSandbox(app)
    const answer = await addAlone(sandbox, 'Niamh')
    expect(answer).toMatchObject({ status: 401, body: { message: expect.stringMatching(/^You can't add yourself/) } })
    expect(await inGroup(app, sandbox.team.id)).toEqual([])
  })

  it('rejects a current member, an owner and an unknown person', async () => {
    const sandbox = await teamSandbox(app, { ownedBy: ['Daniel', 'Ravi'] })
    await add(app, sandbox, 'Priya')
    expect((await addAlone(sandbox, 'Priya')).body.errors[0].message).toMatch(/already has access/)
    const owner = await as(app, 'Niamh').post(path(sandbox.owners.id), { personId: idOf('Ravi') })
    expect(owner.body.errors[0].message).toMatch(/owns the sandbox/)
    const nobody = await as(app, 'Niamh').post(path(sandbox.team.id), { personId: randomUUID() })
    expect(nobody.body.errors).toMatchObject([{ field: 'personId' }])
  })

  it('rejects an end in the past or after the sandbox’s own', async () => {
    const sandbox = await teamSandbox(app)
    for (const endsAt of ['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z'])
      expect(await addAlone(sandbox, 'Priya', { endsAt })).toMatchObject({ status: 400, body: { errors: [{ field: 'endsAt' }] } })
  })

  it('rejects a group of an account, an unknown group, and a deleted sandbox', async () => {
    const ofAccount = await app.db
      .selectFrom('access_groups')
      .select('id')
      .where('account_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    for (const id of [ofAccount.id, randomUUID()])
      expect(await as(app, 'Niamh').post(path(id), { personId: idOf('Priya') })).toMatchObject({ status: 404 })
    const over = await teamSandbox(app, {
      status: 'deleting',
      delete_requested_at: new Date(),
      delete_at: new Date(),
      delete_because: 'owner',
    })
    expect(await addAlone(over, 'Priya')).toMatchObject({ status: 409, body: { code: 'wrongState' } })
  })
})
