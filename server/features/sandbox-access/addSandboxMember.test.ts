import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { roleSuite } from '../../../test/roleSuite.ts'
import { isIn, outcomes } from '../account-access/access.fixture.ts'
import { add, as, inGroup, sandboxEvents, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const path = (groupId: string) => `/sandbox-access/groups/${groupId}/member`
const idOf = (who: string) => app.persona(who).id

describe('addSandboxMember works', () => {
  it('lets a colleague in, who is told, and the sandbox remembers it', async () => {
    const sandbox = await teamSandbox(app)
    const { answer, body, id } = await add(app, sandbox, 'Priya', { reason: 'She prices the experiment.' })
    expect([answer.status, answer.headers.location]).toEqual([201, `/sandbox-access/access/${id}`])
    expect(body).toMatchObject({
      person: { id: idOf('Priya') },
      group: { id: sandbox.team.id, suffix: 'team', roles: ['Reader'] },
      sandbox: { id: sandbox.id, name: sandbox.name, status: 'active' },
      asOwner: false,
      grantedBy: { id: idOf('Daniel') },
      endsAt: null,
      status: 'granting',
      reason: 'She prices the experiment.',
      can: { changeEnd: true, end: true },
    })
    await app.drain()
    expect(await isIn(app, 'Priya', sandbox.team.directoryGroupId)).toBe(true)
    const told = await app.db
      .selectFrom('notifications')
      .selectAll()
      .where('kind', '=', 'accessGranted')
      .where('subject_id', '=', sandbox.id)
      .execute()
    expect(told).toMatchObject([{ person_id: idOf('Priya'), subject_kind: 'sandbox', subject_id: sandbox.id }])
    expect(await sandboxEvents(app, sandbox.id)).toEqual([`Daniel Okoro let Priya Raman into sbx-${sandbox.name}-team`])
  })

  it('lets an administrator do it, for a while, also while the sandbox is frozen', async () => {
    const frozen = { status: 'frozen' as const, frozen_at: new Date(), frozen_because: 'owner' as const }
    const sandbox = await teamSandbox(app, frozen)
    const endsAt = new Date(Date.now() + 86_400_000).toISOString()
    const { answer } = await add(app, sandbox, 'Tomasz', { endsAt }, 'Niamh')
    expect(answer).toMatchObject({ status: 201, body: { endsAt, status: 'granting' } })
  })
})

describe('addSandboxMember refuses', () => {
  roleSuite(
    'addSandboxMember',
    () => app,
    async () => ({ path: path((await teamSandbox(app)).team.id), body: { personId: idOf('Priya') } }),
  )

  it('a member, who is no owner, and an owner of another sandbox', async () => {
    const [sandbox, other] = [await teamSandbox(app), await teamSandbox(app, { ownedBy: ['Ravi'] })]
    await add(app, sandbox, 'Priya')
    expect(await as(app, 'Priya').post(path(sandbox.team.id), { personId: idOf('Tomasz') })).toMatchObject({ status: 401 })
    expect(await as(app, 'Daniel').post(path(other.team.id), { personId: idOf('Tomasz') })).toMatchObject({ status: 401 })
    await app.quiet()
    expect(await as(app, 'Daniel').post(path(other.team.id), { personId: randomUUID() })).toMatchObject({ status: 401 })
    expect(app.simulator.exchanges.list().filter(({ path: called }) => called.includes('getByIds'))).toEqual([])
    expect(await inGroup(app, other.team.id)).toEqual([])
    expect(await outcomes(app, 'addSandboxMember', other.team.id)).toEqual(['denied', 'denied'])
  })

  it('letting oneself in, administrator though one be', async () => {
    const sandbox = await teamSandbox(app)
    for (const who of ['Daniel', 'Niamh']) {
      const { answer } = await add(app, sandbox, who, {}, who)
      expect(answer).toMatchObject({ status: 401, body: { message: expect.stringMatching(/^You can't add yourself/) } })
    }
    expect(await inGroup(app, sandbox.team.id)).toEqual([])
  })
})

describe('addSandboxMember fails', () => {
  it('for somebody who is in it already, owns it, or is nobody', async () => {
    const sandbox = await teamSandbox(app, { ownedBy: ['Daniel', 'Ravi'] })
    await add(app, sandbox, 'Priya')
    expect((await add(app, sandbox, 'Priya')).body.errors[0].message).toMatch(/in it already/)
    const owner = await as(app, 'Daniel').post(path(sandbox.owners.id), { personId: idOf('Ravi') })
    expect(owner.body.errors[0].message).toMatch(/owns the sandbox/)
    const nobody = await as(app, 'Daniel').post(path(sandbox.team.id), { personId: randomUUID() })
    expect(nobody.body.errors[0].message).toBe('is not a person in the directory')
  })

  it('with an end in the past, or after the sandbox’s own', async () => {
    const sandbox = await teamSandbox(app)
    for (const endsAt of ['2020-01-01T00:00:00Z', '2099-01-01T00:00:00Z'])
      expect((await add(app, sandbox, 'Priya', { endsAt })).answer).toMatchObject({ status: 400, body: { errors: [{ field: 'endsAt' }] } })
  })

  it('for a group of an account, one there is not, and a sandbox that is over', async () => {
    const ofAccount = await app.db
      .selectFrom('access_groups')
      .select('id')
      .where('account_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    for (const id of [ofAccount.id, randomUUID()])
      expect(await as(app, 'Niamh').post(path(id), { personId: idOf('Priya') })).toMatchObject({ status: 404 })
    const over = await teamSandbox(app, { status: 'deleting', delete_asked_at: new Date(), delete_at: new Date(), delete_because: 'owner' })
    expect((await add(app, over, 'Priya')).answer).toMatchObject({ status: 409, body: { message: 'The sandbox is being deleted.' } })
  })
})
