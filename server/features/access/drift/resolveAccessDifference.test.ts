import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLinkedUser } from '../../../../test/adversary/world.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, compare, differencesIn, grantsIn, groupOf, membersOf, withoutMember, withUnrecordedMember } from './drift.fixture.ts'
import { differenceProblems } from './policy.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const resolve = (personaName: string, id: string, body: object, headers: Record<string, string> = {}) =>
  app.as(app.persona(personaName).id).post(`/account-access/differences/${id}`, body, headers)
const runsOf = (id: string) => app.db.selectFrom('work_runs').selectAll().where('subject_id', '=', id).execute()

describe('resolveAccessDifference', () => {
  it('adopts a membership as a grant with an end date, and records the person and the reason', async () => {
    const { account, group, person, difference } = await withUnrecordedMember(app, 0)
    const body = { action: 'adopt', durationHours: 48, reason: 'She covers for Tom this week.' }
    const response = await resolve('Daniel', difference.id, body, { 'if-match': `"${difference.version}"` })
    expect(response).toMatchObject({
      status: 200,
      body: { status: 'adopted', resolvedBy: { id: app.persona('Daniel').id }, reason: body.reason },
    })
    await app.drain()
    const grants = await grantsIn(app, group.id, person.id)
    expect(grants).toMatchObject([{ via: 'adopted', status: 'active', granted_by: app.persona('Daniel').id, reason: body.reason }])
    expect(Math.abs(grants[0]!.ends_at!.getTime() - Date.now() - 48 * 3_600_000)).toBeLessThan(60_000)
    expect((await membersOf(app, group.directoryId)).filter((id) => id === person.id)).toHaveLength(1)
    expect(await compare(app, account)).toBe(0)
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'resolveAccessDifference')
      .where('subject_id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ outcome: 'allowed', after: { action: 'adopt', status: 'adopted' } })
  })

  it('removes the person from the group, and records it', async () => {
    const { group, person, difference } = await withUnrecordedMember(app, 1)
    expect((await resolve('Daniel', difference.id, { action: 'remove' })).body).toMatchObject({ status: 'removed' })
    await app.drain()
    expect(await membersOf(app, group.directoryId)).not.toContain(person.id)
    expect(await grantsIn(app, group.id, person.id)).toMatchObject([{ via: 'adopted', status: 'revoked' }])
  })

  it('restores the membership under the same grant, even after a directory outage', async () => {
    const { account, group, personId, difference } = await withoutMember(app, 2)
    const fault = app.simulator.faults.add({
      service: 'graph',
      method: 'POST',
      path: `/groups/${group.directoryId}/members`,
      action: {
        kind: 'status',
        status: 503,
        headers: { 'retry-after': '1' },
        body: { error: { code: 'ServiceUnavailable', message: 'Later.' } },
      },
    })
    expect((await resolve('Daniel', difference.id, { action: 'restore' })).body).toMatchObject({ status: 'restored', progress: 'running' })
    // A change that a run is still carrying out is not a new difference.
    expect(await compare(app, account)).toBe(0)
    app.simulator.faults.remove(fault)
    await app.drain()
    expect(await membersOf(app, group.directoryId)).toContain(personId)
    expect(await grantsIn(app, group.id, personId)).toMatchObject([{ status: 'active' }])
    expect(await compare(app, account)).toBe(0)
  })

  it('accepts the loss by ending the grant', async () => {
    const { account, group, personId, difference } = await withoutMember(app, 3)
    expect((await resolve('Niamh', difference.id, { action: 'accept' })).body).toMatchObject({ status: 'accepted' })
    await app.drain()
    expect(await grantsIn(app, group.id, personId)).toMatchObject([{ status: 'revoked' }])
    expect(await compare(app, account)).toBe(0)
  })

  it('restores a deleted group with all its members', async () => {
    const account = accountOf(app, 4)
    await compare(app, account)
    const group = await groupOf(app, account)
    const members = await membersOf(app, group.directoryId)
    await app.context.clients.graph.deleteGroup(group.directoryId)
    await compare(app, account)
    const [difference] = await differencesIn(app, group.id)
    expect((await resolve('Daniel', difference!.id, { action: 'restore' })).body).toMatchObject({
      kind: 'groupMissing',
      status: 'restored',
    })
    await app.drain()
    expect(await membersOf(app, group.directoryId)).toEqual(members)
    expect(await compare(app, account)).toBe(0)
  })

  it('accepts the deletion of a group that the directory no longer has', async () => {
    const account = accountOf(app, 5)
    await compare(app, account)
    const group = await groupOf(app, account)
    await app.context.clients.graph.deleteGroup(group.directoryId)
    await compare(app, account)
    const [difference] = await differencesIn(app, group.id)
    expect((await resolve('Daniel', difference!.id, { action: 'accept' })).status).toBe(200)
    await app.drain()
    expect(await groupOf(app, account)).toMatchObject({ status: 'deleted' })
    // If the directory restored the group, the group would have neither roles nor grants.
    const scope = `/subscriptions/${account.subscriptionId}`
    expect(await app.context.clients.arm.listRoleAssignments(scope, { principalId: group.directoryId })).toEqual([])
    const assignmentRows = await app.db.selectFrom('group_assignments').select('status').where('group_id', '=', group.id).execute()
    expect(new Set(assignmentRows.map(({ status }) => status))).toEqual(new Set(['revoked']))
  })

  it('keeps or removes a nested group, which can’t have a grant', async () => {
    const account = accountOf(app, 6)
    await compare(app, account)
    const group = await groupOf(app, account)
    const nested = await groupOf(app, account, 'contributors')
    const put = async () => {
      await app.context.clients.graph.addGroupMember(group.directoryId, nested.directoryId)
      await compare(app, account)
      return (await differencesIn(app, group.id)).find(({ status }) => status === 'open')!
    }
    expect((await resolve('Daniel', (await put()).id, { action: 'adopt' })).status).toBe(200)
    expect(await compare(app, account)).toBe(0)
    await app.context.clients.graph.removeGroupMember(group.directoryId, nested.directoryId)
    await compare(app, account)
    expect((await differencesIn(app, group.id)).map(({ status }) => status)).toEqual(['gone'])
    expect((await resolve('Daniel', (await put()).id, { action: 'remove' })).status).toBe(200)
    await app.drain()
    expect(await membersOf(app, group.directoryId)).not.toContain(nested.directoryId)
    expect(await compare(app, account)).toBe(0)
  })

  it('resolves a difference once when many calls arrive concurrently', async () => {
    const { group, person, difference } = await withUnrecordedMember(app, 7)
    const parallelRequests = [...Array(10)].map((_, n) =>
      resolve(n % 2 ? 'Daniel' : 'Niamh', difference.id, { action: n % 3 ? 'adopt' : 'remove' }),
    )
    const responses = await Promise.all(parallelRequests)
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    await app.drain()
    const [grant, ...additional] = await grantsIn(app, group.id, person.id)
    expect(additional).toEqual([])
    const finalStatus = responses.find(({ status }) => status === 200)!.body.status
    expect(grant!.status).toBe(finalStatus === 'adopted' ? 'active' : 'revoked')
    expect((await membersOf(app, group.directoryId)).includes(person.id)).toBe(finalStatus === 'adopted')
  })

  roleSuite(
    'resolveAccessDifference',
    () => app,
    async () => {
      const open = await app.db.selectFrom('access_differences').select('id').where('status', '=', 'open').executeTakeFirst()
      const id = open?.id ?? (await withUnrecordedMember(app, 8)).difference.id
      return { path: `/account-access/differences/${id}`, body: { action: 'adopt' } }
    },
  )

  it('denies owners who keep their own access, even in the database, but lets them remove it', async () => {
    const { group, difference } = await withUnrecordedMember(app, 9, 'Daniel')
    const response = await resolve('Daniel', difference.id, { action: 'adopt' })
    expect(response).toMatchObject({
      status: 403,
      body: { message: differenceProblems.own },
    })
    const daniel = app.persona('Daniel').id
    expect(await grantsIn(app, group.id, daniel)).toEqual([])
    const directUpdate = app.db
      .updateTable('access_differences')
      .set({ status: 'adopted', resolved_by: daniel, resolved_at: new Date() })
      .where('id', '=', difference.id)
      .execute()
    await expect(directUpdate).rejects.toMatchObject({ constraint: 'cannot_adopt_own_access' })
    expect((await resolve('Daniel', difference.id, { action: 'remove' })).status).toBe(200)
    await app.drain()
    expect(await membersOf(app, group.directoryId)).not.toContain(daniel)
  })

  it('denies administrators who keep their own access, but allows another owner to keep it', async () => {
    const { difference } = await withUnrecordedMember(app, 10, 'Niamh')
    expect((await resolve('Niamh', difference.id, { action: 'adopt' })).status).toBe(403)
    expect((await resolve('Daniel', difference.id, { action: 'adopt' })).status).toBe(200)
    await app.drain()
  })

  it('rejects keeping a membership that a separation-of-duties rule forbids, through any user account of the person', async () => {
    const { account, group, person, difference } = await withUnrecordedMember(app, 11)
    const otherGroup = await groupOf(app, account, 'contributors')
    const [firstName, secondGroupId] = [group.id, otherGroup.id].toSorted()
    await app.db
      .insertInto('access_group_conflicts')
      .values({ group_id: firstName!, other_id: secondGroupId!, reason: 'Who checks does not change.', created_by: null })
      .execute()
    for (const holder of [await createLinkedUser(app, person.id), person.id]) {
      await app.db
        .insertInto('group_assignments')
        .values({
          id: crypto.randomUUID(),
          group_id: otherGroup.id,
          person_id: holder,
          via: 'admin',
          request_id: null,
          ends_at: null,
          status: 'active',
        })
        .execute()
      const response = await resolve('Daniel', difference.id, { action: 'adopt' })
      expect(response).toMatchObject({ status: 409, body: { code: 'wrongState' } })
      expect(response.body.message).toBe(differenceProblems.conflict(otherGroup.name, 'Who checks does not change.'))
    }
    expect(await grantsIn(app, group.id, person.id)).toEqual([])
  })

  it('rejects an unknown difference, an old version, and an action that does not apply', async () => {
    expect((await resolve('Daniel', crypto.randomUUID(), { action: 'adopt' })).status).toBe(404)
    const { difference } = await withUnrecordedMember(app, 12)
    expect((await resolve('Daniel', difference.id, { action: 'adopt' }, { 'if-match': '"7"' })).status).toBe(412)
    expect((await resolve('Daniel', difference.id, { action: 'restore' })).status).toBe(409)
    expect((await resolve('Daniel', difference.id, { action: 'forget' })).status).toBe(400)
    expect(await runsOf(difference.id)).toEqual([])
  })

  it('rejects actions after the access was granted or ended in the meantime', async () => {
    const addedMember = await withUnrecordedMember(app, 8)
    await app.db
      .insertInto('group_assignments')
      .values({
        id: crypto.randomUUID(),
        group_id: addedMember.group.id,
        person_id: addedMember.person.id,
        via: 'admin',
        request_id: null,
        ends_at: null,
        status: 'active',
      })
      .execute()
    expect(await resolve('Daniel', addedMember.difference.id, { action: 'remove' })).toMatchObject({
      status: 409,
      body: { code: 'wrongState' },
    })
    expect(await grantsIn(app, addedMember.group.id, addedMember.person.id)).toMatchObject([{ status: 'active' }])
    const removedMember = await withoutMember(app, 15)
    await app.db.updateTable('group_assignments').set({ status: 'revoking' }).where('group_id', '=', removedMember.group.id).execute()
    expect((await resolve('Daniel', removedMember.difference.id, { action: 'restore' })).status).toBe(409)
  })

  it('rejects keeping a membership without an end date, or with an end date after the maximum', async () => {
    const { group, difference } = await withUnrecordedMember(app, 13, 'Priya', 'contributors')
    for (const durationHours of [null, group.max_duration_hours! + 1]) {
      const response = await resolve('Daniel', difference.id, { action: 'adopt', durationHours })
      expect(response).toMatchObject({ status: 400, body: { errors: [{ field: '/durationHours' }] } })
    }
    expect((await differencesIn(app, group.id))[0]).toMatchObject({ status: 'open' })
  })

  it('fails to restore a group that the directory has purged, and notifies the caller', async () => {
    const account = accountOf(app, 14)
    await compare(app, account)
    const group = await groupOf(app, account)
    await app.context.clients.graph.deleteGroup(group.directoryId)
    await compare(app, account)
    const [difference] = await differencesIn(app, group.id)
    app.simulator.faults.add({
      service: 'graph',
      path: '/directory/deletedItems/',
      action: { kind: 'status', status: 404, body: { error: { code: 'Request_ResourceNotFound', message: 'No.' } } },
    })
    await resolve('Daniel', difference!.id, { action: 'restore' })
    await app.drain()
    app.simulator.faults.clear()
    expect((await runsOf(difference!.id)).map(({ status }) => status)).toEqual(['failed'])
    const notifications = await app.db
      .selectFrom('notifications')
      .select('title')
      .where('kind', '=', 'workStuck')
      .where('person_id', '=', app.persona('Daniel').id)
      .execute()
    expect(notifications).toEqual([{ title: expect.stringContaining(group.name) }])
    expect(await compare(app, account)).toBe(1)
  })
})
