import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { canBeRequested } from './policy.ts'
import { add, clientOf, justification, requestAccess, teamSandbox } from './sandboxAccess.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('createSandboxAccessRequest', () => {
  it('requests approval only from the owners, and notifies only them', async () => {
    const sandbox = await teamSandbox(app, { ownedBy: ['Daniel', 'Ravi'] })
    const { answer, body, id } = await requestAccess(app, sandbox, { durationHours: 48 })
    expect([answer.status, answer.headers.location]).toEqual([201, `/sandbox-access/requests/${id}`])
    expect(body).toMatchObject({
      status: 'pending_approval',
      sandbox: { id: sandbox.id, name: sandbox.name, status: 'active' },
      group: { suffix: 'team', roles: ['Reader'] },
      durationHours: 48,
      waitingFor: 'Sandbox owner',
      extends: null,
      can: { edit: true, withdraw: true },
    })
    const approvers = body.approvals[0].stages[0].approvers.map((person: { id: string }) => person.id)
    expect(approvers.sort()).toEqual([app.persona('Daniel').id, app.persona('Ravi').id].sort())
    const notifications = await app.db.selectFrom('notifications').select('person_id').where('title', 'like', `%${sandbox.name}%`).execute()
    expect(notifications.map((each) => each.person_id).sort()).toEqual(approvers)
  })

  it('requests an extension for a member with an end date', async () => {
    const sandbox = await teamSandbox(app)
    const { id } = await add(app, sandbox, 'Priya', { endsAt: new Date(Date.now() + 7_200_000).toISOString() })
    await app.drain()
    expect((await requestAccess(app, sandbox, { durationHours: 24 })).body).toMatchObject({ extends: id, status: 'pending_approval' })
  })

  roleSuite(
    'createSandboxAccessRequest',
    () => app,
    async () => {
      const sandbox = await teamSandbox(app)
      return { path: `/sandboxes/${sandbox.id}/accessRequests`, body: { groupId: sandbox.team.id, justification, durationHours: null } }
    },
  )

  it('returns 404 for a hidden sandbox', async () => {
    const sandbox = await teamSandbox(app, { hidden: true })
    expect((await requestAccess(app, sandbox)).answer.status).toBe(404)
  })

  it('rejects a group of another sandbox or account, and an unknown group', async () => {
    const [sandbox, otherSandbox] = [await teamSandbox(app), await teamSandbox(app)]
    const account = await app.db
      .selectFrom('access_groups')
      .select('id')
      .where('account_id', 'is not', null)
      .limit(1)
      .executeTakeFirstOrThrow()
    for (const groupId of [otherSandbox.team.id, account.id, randomUUID()]) {
      const body = { groupId, justification, durationHours: null }
      expect(await clientOf(app, 'Priya').post(`/sandboxes/${sandbox.id}/accessRequests`, body)).toMatchObject({ status: 404 })
    }
    const requestRows = await app.db
      .selectFrom('access_requests')
      .select('id')
      .where('sandbox_id', 'in', [sandbox.id, otherSandbox.id])
      .execute()
    expect(requestRows).toEqual([])
  })

  it('rejects a member, a second request, and a deleted sandbox', async () => {
    const sandbox = await teamSandbox(app)
    const { reference } = (await requestAccess(app, sandbox)).body
    expect((await requestAccess(app, sandbox)).answer).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(reference) },
    })
    await add(app, sandbox, 'Tomasz')
    expect((await requestAccess(app, sandbox, { who: 'Tomasz' })).answer).toMatchObject({
      status: 409,
      body: { code: 'wrongState' },
    })
    const queuedSandbox = await teamSandbox(app, { status: 'queued' })
    expect((await requestAccess(app, queuedSandbox)).body.message).toBe(canBeRequested({ status: 'queued' }, 'ready'))
  })
})
