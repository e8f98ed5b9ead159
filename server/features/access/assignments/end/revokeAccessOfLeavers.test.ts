import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../../test/app.ts'
import { accountOf, assignmentRow, decide, grantAccessTo, isIn, requestAccess } from '../access.fixture.ts'
import { startRestore } from '../grant/restoreAccess.ts'
import { revokeAccessOfLeavers } from './revokeAccessOfLeavers.ts'
import { revokeMembership } from './startRevoke.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const grantsIn = (groupId: string) =>
  app.db.selectFrom('group_assignments').select(['via', 'status']).where('group_id', '=', groupId).orderBy('created_at').execute()
const inTransactionContext = <T>(callback: (context: { db: TestApp['db']; jobs: TestApp['jobs'] }) => Promise<T>) =>
  app.db.transaction().execute((db) => callback({ db, jobs: app.jobs }))

describe('revokeAccessOfLeavers', () => {
  it('ends active and scheduled access of disabled people, and blocks pending approvals', async () => {
    const grantedAccess = await grantAccessTo(app, accountOf(app, 0), { who: 'Tomasz', durationHours: 24 })
    const pendingRequest = await requestAccess(app, accountOf(app, 1), { who: 'Tomasz' })
    const scheduledResponse = await app
      .as(app.persona('Niamh').id)
      .post(`/account-access/${(await requestAccess(app, accountOf(app, 2))).group.id}`, {
        personId: app.persona('Tomasz').id,
        reason: 'For the release in a week.',
        startsAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
      })
    expect(scheduledResponse.body.status).toBe('scheduled')
    expect(await revokeAccessOfLeavers(app.context)).toBe(0)
    await app.db.updateTable('people').set({ active: false }).where('id', '=', app.persona('Tomasz').id).execute()
    expect(await revokeAccessOfLeavers(app.context)).toBe(2)
    await app.drain()
    expect((await assignmentRow(app, grantedAccess.assignment.id)).status).toBe('revoked')
    expect((await assignmentRow(app, scheduledResponse.body.id)).status).toBe('revoked')
    expect(await isIn(app, 'Tomasz', grantedAccess.group.directory_group_id!)).toBe(false)
    const ended = await app.db
      .selectFrom('ended_requests')
      .select('reason')
      .where('subject_id', '=', pendingRequest.body.id)
      .executeTakeFirst()
    expect((await decide(app, 'Daniel', pendingRequest.approvalId)).body).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(ended!.reason),
    })
    expect(await revokeAccessOfLeavers(app.context)).toBe(0)
  })
})

describe('revokeMembership', () => {
  it('ends every grant of a membership, and also a membership without a grant', async () => {
    const { group, assignment } = await grantAccessTo(app, accountOf(app, 3), { durationHours: 24 })
    const person = { groupId: group.id, personId: assignment.person_id, now: new Date() }
    await app.db
      .insertInto('group_assignments')
      .values({
        id: crypto.randomUUID(),
        group_id: group.id,
        person_id: assignment.person_id,
        via: 'adopted',
        ends_at: null,
        status: 'active',
      })
      .execute()
    expect(await inTransactionContext((context) => revokeMembership(context, person))).toHaveLength(2)
    await app.drain()
    expect(await grantsIn(group.id)).toEqual([
      { via: 'request', status: 'revoked' },
      { via: 'adopted', status: 'revoked' },
    ])
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)

    await app.context.clients.graph.addGroupMember(group.directory_group_id!, assignment.person_id)
    const duplicate = await Promise.all([1, 2].map(() => inTransactionContext((context) => revokeMembership(context, person))))
    expect(duplicate.flat()).toHaveLength(1)
    await app.drain()
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)
    expect(await grantsIn(group.id)).toHaveLength(3)
  })
})

describe('startRestore', () => {
  it('restores memberships that the directory lost, but not memberships that ended', async () => {
    const { group, assignment } = await grantAccessTo(app, accountOf(app, 4), { durationHours: 24 })
    const membership = { groupId: group.id, personId: assignment.person_id }
    const lose = () => app.context.clients.graph.removeGroupMember(group.directory_group_id!, assignment.person_id)
    const restore = () =>
      inTransactionContext((context) => startRestore(context, { kind: 'accessDifference', id: crypto.randomUUID() }, membership))
    await lose()
    await restore()
    await app.drain()
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(true)
    expect((await assignmentRow(app, assignment.id)).status).toBe('active')
    await app.as(app.persona('Priya').id).delete(`/account-access/${assignment.id}`)
    await restore()
    await app.drain()
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)
  })
})
