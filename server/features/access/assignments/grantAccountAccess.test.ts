import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'
import { accountOf, assignmentRow, decide, isIn, outcomes, requestAccess } from './access.fixture.ts'
import { startScheduledAccess } from './grant/startScheduledAccess.ts'

const hourMs = 3_600_000
let clockOffsetMs = 0
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + clockOffsetMs) })
})
afterAll(() => app.close())
afterEach(() => {
  clockOffsetMs = 0
})

const as = (personaName: string) => app.as(app.persona(personaName).id)
const reason = 'Needed on Friday night, agreed with the owners.'
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()
const groupOf = (n: number, suffix = 'contributors') => groupRow(app, `az-${accountOf(app, n).name}-${suffix}`)
const bodyFor = (personaName: string, overrides: object = { durationHours: 24 }) => ({
  personId: app.persona(personaName).id,
  reason,
  ...overrides,
})
const grant = (groupId: string, personaName: string, overrides?: object, actorName = 'Niamh') =>
  as(actorName).post(`/account-access/${groupId}`, bodyFor(personaName, overrides))

describe('grantAccountAccess', () => {
  it('grants access without a request, for a duration that starts with the membership', async () => {
    const group = await groupOf(0)
    const response = await grant(group.id, 'Priya')
    expect(response.status).toBe(201)
    expect(response.headers['location']).toBe(`/account-access/${response.body.id}`)
    expect(response.body).toMatchObject({
      status: 'granting',
      via: 'admin',
      reason,
      grantedBy: { id: app.persona('Niamh').id },
      request: null,
    })
    await app.drain()
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(true)
    const row = await assignmentRow(app, response.body.id)
    expect(row).toMatchObject({ status: 'active', granted_by: app.persona('Niamh').id })
    expect(row.ends_at!.getTime() - row.starts_at.getTime()).toBe(24 * hourMs)
  })

  it('accepts an end date', async () => {
    const endsAt = hoursFromNow(30)
    const { body } = await grant((await groupOf(1)).id, 'Priya', { endsAt })
    await app.drain()
    expect((await as('Priya').get(`/account-access/${body.id}`)).body).toMatchObject({ endsAt, status: 'active' })
  })

  it('starts scheduled access at its start time, unless the access was revoked', async () => {
    const [group, otherGroup] = [await groupOf(2), await groupOf(3)]
    const firstResponse = await grant(group.id, 'Priya', { startsAt: hoursFromNow(5), durationHours: 24 })
    const secondResponse = await grant(otherGroup.id, 'Priya', { startsAt: hoursFromNow(5), durationHours: 24 })
    expect(firstResponse.body).toMatchObject({ status: 'scheduled', can: { end: true } })
    expect((await as('Daniel').delete(`/account-access/${secondResponse.body.id}`)).body.status).toBe('revoked')
    expect(await startScheduledAccess(app.context)).toBe(0)
    clockOffsetMs = 9 * hourMs
    const startResults = await Promise.all([startScheduledAccess(app.context), startScheduledAccess(app.context)])
    expect(startResults[0] + startResults[1]).toBe(1)
    await app.drain()
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(true)
    expect(await isIn(app, 'Priya', otherGroup.directory_group_id!)).toBe(false)
    const row = await assignmentRow(app, firstResponse.body.id)
    expect(row.ends_at!.getTime() - row.starts_at.getTime()).toBe(24 * hourMs)
  })

  it('records a membership that was added in the directory', async () => {
    const group = await groupOf(4)
    await app.context.clients.graph.addGroupMember(group.directory_group_id!, app.persona('Priya').id)
    const { body } = await grant(group.id, 'Priya')
    await app.drain()
    expect((await assignmentRow(app, body.id)).status).toBe('active')
  })

  roleSuite(
    'grantAccountAccess',
    () => app,
    async () => ({ path: `/account-access/${(await groupOf(5)).id}`, body: bodyFor('Priya') }),
  )

  it('denies an owner of the account, who decides on requests instead (GHSA-76cc-p55w-63g3)', async () => {
    const group = await groupOf(5)
    expect((await grant(group.id, 'Priya', { durationHours: 5 }, 'Daniel')).status).toBe(401)
    expect(await app.db.selectFrom('group_assignments').select('id').where('group_id', '=', group.id).execute()).toEqual([])
  })

  it('denies administrators who grant themselves access, however their ID is spelled', async () => {
    const group = await groupOf(5)
    const { id } = app.persona('Niamh')
    for (const personId of [id, id.toUpperCase()]) {
      const response = await as('Niamh').post(`/account-access/${group.id}`, { personId, reason, durationHours: 5 })
      expect([response.status, response.body.code]).toEqual([401, 'unauthorised'])
    }
    expect((await outcomes(app, 'grantAccountAccess', group.id)).slice(-2)).toEqual(['denied', 'denied'])
    expect(await app.db.selectFrom('group_assignments').select('id').where('group_id', '=', group.id).execute()).toEqual([])
  })

  it.each(['status', 'via', 'grantedBy', 'requestId', 'groupId'])('rejects a body that sets %s', async (field) => {
    expect((await grant((await groupOf(5)).id, 'Priya', { durationHours: 5, [field]: 'active' })).status).toBe(400)
  })

  it.each([
    ['without an end where the group has a maximum', {}, 'endsAt'],
    ['for longer than the group’s maximum', { durationHours: 24 * 181 }, 'durationHours'],
    ['until after the group’s maximum', { endsAt: hoursFromNow(24 * 181) }, 'endsAt'],
    ['until a past time', { endsAt: hoursFromNow(-1) }, 'endsAt'],
    ['that ends before its start', { startsAt: hoursFromNow(9), endsAt: hoursFromNow(8) }, 'endsAt'],
    ['with two ends', { endsAt: hoursFromNow(8), durationHours: 8 }, 'endsAt'],
    ['from a past time', { startsAt: hoursFromNow(-1), durationHours: 8 }, 'startsAt'],
    ['more than a year ahead', { startsAt: hoursFromNow(24 * 366), durationHours: 8 }, 'startsAt'],
  ])('rejects access %s', async (_title, overrides, field) => {
    const response = await grant((await groupOf(6)).id, 'Priya', overrides)
    expect(response.body).toMatchObject({ code: 'invalidRequest', errors: [{ field }] })
  })

  it('rejects unknown and disabled people', async () => {
    const group = await groupOf(6)
    const unknownPersonResponse = await as('Niamh').post(`/account-access/${group.id}`, {
      ...bodyFor('Priya'),
      personId: crypto.randomUUID(),
    })
    expect(unknownPersonResponse.body).toMatchObject({ code: 'invalidRequest', errors: [{ field: 'personId.0' }] })
    const left = app.company.people.find((person) => !person.enabled)!
    const response = await as('Niamh').post(`/account-access/${group.id}`, { ...bodyFor('Priya'), personId: left.id })
    expect(response.status).toBe(400)
  })

  it('grants access once when fifty calls arrive concurrently', async () => {
    const group = await groupOf(7)
    const responses = await Promise.all(Array.from({ length: 50 }, () => grant(group.id, 'Priya')))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(responses.filter(({ status, body }) => status === 409 && body.code === 'wrongState')).toHaveLength(49)
    await app.drain()
    expect(await app.db.selectFrom('group_assignments').select('status').where('group_id', '=', group.id).execute()).toEqual([
      { status: 'active' },
    ])
  })

  it('rejects a group with a separation-of-duties conflict unless the caller confirms the conflict', async () => {
    const [group, otherGroup] = [await groupOf(10), await groupOf(10, 'readers')]
    const [group_id, other_id] = [group.id, otherGroup.id].sort() as [string, string]
    await app.db
      .insertInto('access_group_conflicts')
      .values({ group_id, other_id, reason: 'Nobody looks after their own work.', created_by: app.persona('Daniel').id })
      .execute()
    await app.context.clients.graph.addGroupMember(otherGroup.directory_group_id!, app.persona('Priya').id)
    const rejection = await grant(group.id, 'Priya')
    expect(rejection.body).toMatchObject({ code: 'conflict', message: expect.stringContaining(otherGroup.name) })
    expect((await grant(group.id, 'Priya', { durationHours: 5, despiteConflicts: true })).status).toBe(201)
  })

  it('keeps a pending request, so that its approval adds a second grant', async () => {
    const { body, group, approvalId } = await requestAccess(app, accountOf(app, 8), { suffix: 'contributors', durationHours: 48 })
    const { body: input } = await grant(group.id, 'Priya', { durationHours: 5 })
    await decide(app, 'Daniel', approvalId)
    await app.drain()
    expect((await as('Priya').get(`/account-access/access-requests/${body.id}`)).body).toMatchObject({ run: { status: 'succeeded' } })
    expect((await as('Daniel').delete(`/account-access/${input.id}`)).status).toBe(200)
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(true)
  })

  it('rejects a group that is being deleted, and returns 404 after that', async () => {
    const group = await groupOf(9)
    await as('Daniel').delete(`/accounts/${accountOf(app, 9).id}/groups/${group.id}`)
    expect((await grant(group.id, 'Priya')).status).not.toBe(201)
    await app.drain()
    expect((await grant(group.id, 'Priya')).status).toBe(404)
  })
})
