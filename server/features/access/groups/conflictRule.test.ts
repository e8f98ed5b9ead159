import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLinkedUser, newPerson } from '../../../../test/adversary/world.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'
import { decide, justification } from '../assignments/access.fixture.ts'
import { conflictsOf } from './conflicts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const account = () => app.company.accounts.find(({ name }) => name === 'checkout-payments-prod')!
const group = (suffix: string) => groupRow(app, `az-checkout-payments-prod-${suffix}`)
const check = async (personId: string, groupId: string) =>
  (await app.as(personId, []).post(`/accounts/${account().id}/accessRequests/check`, { groupId })).body
const sendRequest = (personId: string, groupId: string) =>
  app.as(personId, []).post(`/accounts/${account().id}/accessRequests`, { groupId, justification, durationHours: 24 })
const status = async (requestId: string) =>
  (await app.db.selectFrom('access_requests').select('status').where('id', '=', requestId).executeTakeFirstOrThrow()).status

/**
 * In these cases, the directory alone has the requester in the other group, Slipway granted the other group, or a request for it is
 * pending.
 */
describe('a separation-of-duties rule', () => {
  it('warns before the request, and requires a comment to approve it', async () => {
    const [deployers, approvers] = [await group('deployers'), await group('approvers')]
    const member = app.company.groups
      .find(({ id }) => id === approvers.directory_group_id)!
      .memberIds.find((id) => !app.company.groups.find((each) => each.id === deployers.directory_group_id)!.memberIds.includes(id))!
    const checkBefore = await check(member, deployers.id)
    expect(checkBefore).toMatchObject({ problem: null, conflicts: [{ groupId: approvers.id, name: approvers.name, holds: 'member' }] })
    const { status: requestStatus, body } = await sendRequest(member, deployers.id)
    expect(requestStatus).toBe(201)
    const approvalId = body.approvals[0].id
    for (const comment of ['', '  ']) {
      const silentResponse = await decide(app, 'Daniel', approvalId, 'approve', comment)
      expect([silentResponse.status, silentResponse.body.errors[0].field]).toEqual([400, 'comment'])
      expect(silentResponse.body.message).toContain('az-checkout-payments-prod-approvers')
    }
    expect(await status(body.id)).toBe('pending_approval')
    expect(await app.db.selectFrom('approval_decisions').select('id').where('approval_id', '=', approvalId).execute()).toEqual([])
    expect((await decide(app, 'Daniel', approvalId, 'approve', 'Stands in for Ines this week.')).status).toBe(200)
    expect(await status(body.id)).toBe('approved')
  })

  it('includes requested groups, and memberships newer than the request', async () => {
    const [deployers, approvers] = [await group('deployers'), await group('approvers')]
    const priya = app.persona('Priya').id
    const firstResponse = await sendRequest(priya, approvers.id)
    expect((await check(priya, approvers.id)).conflicts).toEqual([])
    expect((await check(priya, deployers.id)).conflicts).toMatchObject([{ groupId: approvers.id, holds: 'requested' }])
    // The first grant had no conflict when it was requested, but has a conflict when it is decided.
    await app.db
      .insertInto('group_assignments')
      .values({
        id: randomUUID(),
        group_id: deployers.id,
        person_id: priya,
        via: 'admin',
        status: 'active',
        ends_at: null,
        starts_at: new Date(),
      })
      .execute()
    expect((await decide(app, 'Daniel', firstResponse.body.approvals[0].id, 'approve', '')).status).toBe(400)
    expect((await decide(app, 'Daniel', firstResponse.body.approvals[0].id, 'reject', 'Not both.')).status).toBe(200)
    expect(await conflictsOf(app.db, approvers.id, priya)).toMatchObject([{ groupId: deployers.id, holds: 'member' }])
  })

  it('includes the memberships of the person’s other user account', async () => {
    const [deployers, approvers] = [await group('deployers'), await group('approvers')]
    const person = await newPerson(app)
    const secondPersonId = await createLinkedUser(app, person)
    await app.db
      .insertInto('group_assignments')
      .values({ id: randomUUID(), group_id: deployers.id, person_id: secondPersonId, via: 'admin', status: 'active' })
      .execute()
    expect((await check(person, approvers.id)).conflicts).toMatchObject([{ groupId: deployers.id, holds: 'member' }])
    const { body } = await sendRequest(person, approvers.id)
    expect((await decide(app, 'Daniel', body.approvals[0].id, 'approve', '')).status).toBe(400)
    expect(await conflictsOf(app.db, deployers.id, secondPersonId)).toMatchObject([{ groupId: approvers.id, holds: 'requested' }])
  })

  it('doesn’t require a comment without a conflict', async () => {
    const readers = await group('readers')
    const { body } = await sendRequest(app.persona('Tomasz').id, readers.id)
    expect((await decide(app, 'Daniel', body.approvals[0].id, 'approve', '')).status).toBe(200)
  })

  it('does not block a request while the directory is down', async () => {
    const fault = app.simulator.faults.add({
      service: 'graph',
      action: { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } },
    })
    const response = await check(app.persona('Ravi').id, (await group('deployers')).id)
    app.simulator.faults.remove(fault)
    expect(response).toMatchObject({ problem: null, conflicts: [] })
  })
})
