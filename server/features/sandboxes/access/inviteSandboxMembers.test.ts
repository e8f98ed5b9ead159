import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { isIn, outcomes } from '../../access/assignments/access.fixture.ts'
import { add, clientOf, inGroup, sandboxEvents, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const path = ({ id }: { id: string }) => `/sandboxes/${id}/members`
const idOf = (givenName: string) => app.persona(givenName).id

describe('inviteSandboxMembers', () => {
  it('adds a colleague, notifies them, and records an event', async () => {
    const sandbox = await teamSandbox(app)
    const { answer: response, body } = await add(app, sandbox, 'Priya', { reason: 'She prices the experiment.' })
    expect(response).toMatchObject({ status: 201, body: [{ id: body.id }] })
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
    const notification = await app.db
      .selectFrom('notifications')
      .selectAll()
      .where('kind', '=', 'accessGranted')
      .where('subject_id', '=', sandbox.id)
      .execute()
    expect(notification).toMatchObject([{ person_id: idOf('Priya'), subject_kind: 'sandbox', subject_id: sandbox.id }])
    expect(await sandboxEvents(app, sandbox.id)).toEqual([
      expect.stringMatching(new RegExp(`^Daniel Okoro .*Priya Raman .*sbx-${sandbox.name}-team$`)),
    ])
    expect(await outcomes(app, 'inviteSandboxMembers', sandbox.team.id)).toEqual(['allowed'])
  })

  it('adds people for an administrator', async () => {
    const sandbox = await teamSandbox(app)
    expect((await add(app, sandbox, 'Tomasz', {}, 'Niamh')).answer.status).toBe(201)
  })

  roleSuite(
    'inviteSandboxMembers',
    () => app,
    async () => {
      const sandbox = await teamSandbox(app)
      return { path: path(sandbox), body: { groupId: sandbox.team.id, members: [{ personId: idOf('Priya') }] } }
    },
  )

  it('denies members, and owners of another sandbox, before it calls the directory', async () => {
    const [sandbox, otherSandbox] = [await teamSandbox(app), await teamSandbox(app, { ownedBy: ['Ravi'] })]
    await add(app, sandbox, 'Priya')
    await app.quiet()
    const members = [{ personId: randomUUID() }]
    expect(await clientOf(app, 'Priya').post(path(sandbox), { groupId: sandbox.team.id, members })).toMatchObject({ status: 403 })
    expect(await clientOf(app, 'Daniel').post(path(otherSandbox), { groupId: otherSandbox.team.id, members })).toMatchObject({
      status: 403,
    })
    expect(app.simulator.exchanges.list().filter(({ path: requestPath }) => requestPath.includes('getByIds'))).toEqual([])
    expect(await inGroup(app, otherSandbox.team.id)).toEqual([])
    expect(await outcomes(app, 'inviteSandboxMembers', otherSandbox.team.id)).toEqual(['denied'])
  })

  it('denies owners and administrators who invite themselves', async () => {
    const sandbox = await teamSandbox(app)
    for (const givenName of ['Daniel', 'Niamh']) {
      const { answer: response } = await add(app, sandbox, givenName, {}, givenName)
      expect(response).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    }
    expect(await inGroup(app, sandbox.team.id)).toEqual([])
  })

  it('rejects a group of another sandbox or account, even if the caller owns both sandboxes', async () => {
    const [sandbox, otherSandbox] = [await teamSandbox(app), await teamSandbox(app)]
    const ofAccount = await app.db
      .selectFrom('access_groups')
      .select('id')
      .where('account_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    for (const groupId of [otherSandbox.team.id, ofAccount.id, randomUUID()]) {
      const response = await clientOf(app, 'Daniel').post(path(sandbox), { groupId, members: [{ personId: idOf('Priya') }] })
      expect(response.status).toBe(404)
    }
    expect(await inGroup(app, otherSandbox.team.id)).toEqual([])
  })

  it('rejects all people if one person can’t be added', async () => {
    const sandbox = await teamSandbox(app)
    const members = [{ personId: idOf('Priya') }, { personId: randomUUID() }, { personId: idOf('Tomasz'), endsAt: '2020-01-01T00:00:00Z' }]
    const response = await clientOf(app, 'Daniel').post(path(sandbox), { groupId: sandbox.team.id, members })
    expect(response).toMatchObject({ status: 400, body: { errors: [{ field: 'members.1.personId' }, { field: 'members.2.endsAt' }] } })
    expect(await inGroup(app, sandbox.team.id)).toEqual([])
  })

  it('rejects a sandbox that is being deleted', async () => {
    const endedSandbox = await teamSandbox(app, {
      status: 'deleting',
      delete_requested_at: new Date(),
      delete_at: new Date(),
      delete_cause: 'owner',
    })
    expect((await add(app, endedSandbox, 'Priya')).answer).toMatchObject({ status: 409, body: { code: 'wrongState' } })
  })
})
