import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPerson, secondAccountOf } from '../../../../test/adversary/world.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'
import { decide, justification } from '../assignments/access.fixture.ts'
import { conflictsOf } from './conflicts.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const account = () => app.company.accounts.find(({ name }) => name === 'checkout-payments-prod')!
const group = (suffix: string) => groupRow(app, `az-checkout-payments-prod-${suffix}`)
const check = async (personId: string, groupId: string) =>
  (await app.as(personId, []).post(`/accounts/${account().id}/accessRequests/check`, { groupId })).body
const ask = (personId: string, groupId: string) =>
  app.as(personId, []).post(`/accounts/${account().id}/accessRequests`, { groupId, justification, durationHours: 24 })
const status = async (requestId: string) =>
  (await app.db.selectFrom('access_requests').select('status').where('id', '=', requestId).executeTakeFirstOrThrow()).status

/** The requester is in the other group through the directory only, through Slipway, or has a pending request for it. */
describe('a separation-of-duties rule', () => {
  it('warns before the request, and requires a comment to approve it', async () => {
    const [deployers, approvers] = [await group('deployers'), await group('approvers')]
    const member = app.company.groups
      .find(({ id }) => id === approvers.directory_group_id)!
      .memberIds.find((id) => !app.company.groups.find((each) => each.id === deployers.directory_group_id)!.memberIds.includes(id))!
    const beforehand = await check(member, deployers.id)
    expect(beforehand).toMatchObject({ problem: null, conflicts: [{ groupId: approvers.id, name: approvers.name, holds: 'member' }] })
    const { status: asked, body } = await ask(member, deployers.id)
    expect(asked).toBe(201)
    const approvalId = body.approvals[0].id
    for (const comment of ['', '  ']) {
      const silent = await decide(app, 'Daniel', approvalId, 'approve', comment)
      expect([silent.status, silent.body.errors[0].field]).toEqual([400, 'comment'])
      expect(silent.body.message).toContain('az-checkout-payments-prod-approvers')
    }
    expect(await status(body.id)).toBe('pending_approval')
    expect(await app.db.selectFrom('approval_decisions').select('id').where('approval_id', '=', approvalId).execute()).toEqual([])
    expect((await decide(app, 'Daniel', approvalId, 'approve', 'Stands in for Ines this week.')).status).toBe(200)
    expect(await status(body.id)).toBe('approved')
  })

  it('includes requested groups, and memberships newer than the request', async () => {
    const [deployers, approvers] = [await group('deployers'), await group('approvers')]
    const priya = app.persona('Priya').id
    const first = await ask(priya, approvers.id)
    expect((await check(priya, approvers.id)).conflicts).toEqual([])
    expect((await check(priya, deployers.id)).conflicts).toMatchObject([{ groupId: approvers.id, holds: 'asked' }])
    // The first grant had no conflict when it was requested, but has one when it is decided.
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
    expect((await decide(app, 'Daniel', first.body.approvals[0].id, 'approve', '')).status).toBe(400)
    expect((await decide(app, 'Daniel', first.body.approvals[0].id, 'reject', 'Not both.')).status).toBe(200)
    expect(await conflictsOf(app.db, approvers.id, priya)).toMatchObject([{ groupId: deployers.id, holds: 'member' }])
  })

  it('includes the memberships of the person’s other account', async () => {
    const [deployers, approvers] = [await group('deployers'), await group('approvers')]
    const person = await newPerson(app)
    const second = await secondAccountOf(app, person)
    await app.db
      .insertInto('group_assignments')
      .values({ id: randomUUID(), group_id: deployers.id, person_id: second, via: 'admin', status: 'active' })
      .execute()
    expect((await check(person, approvers.id)).conflicts).toMatchObject([{ groupId: deployers.id, holds: 'member' }])
    const { body } = await ask(person, approvers.id)
    expect((await decide(app, 'Daniel', body.approvals[0].id, 'approve', '')).status).toBe(400)
    expect(await conflictsOf(app.db, deployers.id, second)).toMatchObject([{ groupId: approvers.id, holds: 'asked' }])
  })

  it('requires no comment without a conflict', async () => {
    const readers = await group('readers')
    const { body } = await ask(app.persona('Tomasz').id, readers.id)
    expect((await decide(app, 'Daniel', body.approvals[0].id, 'approve', '')).status).toBe(200)
  })

  it('does not block a request while the directory is down', async () => {
    const fault = app.simulator.faults.add({
      service: 'graph',
      action: { kind: 'status', status: 400, body: { error: { code: 'Bad', message: 'no' } } },
    })
    const answer = await check(app.persona('Ravi').id, (await group('deployers')).id)
    app.simulator.faults.remove(fault)
    expect(answer).toMatchObject({ problem: null, conflicts: [] })
  })
})
