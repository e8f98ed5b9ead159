import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'
import { accountOf, ask, assignmentRow, decide, isIn, outcomes } from './access.fixture.ts'
import { startScheduled } from './grant/startScheduled.ts'

const hour = 3_600_000
let later = 0
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + later) })
})
afterAll(() => app.close())
afterEach(() => {
  later = 0
})

const as = (who: string) => app.as(app.persona(who).id)
const reason = 'Needed on Friday night, agreed with the owners.'
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const groupOf = (n: number, suffix = 'contributors') => groupRow(app, `az-${accountOf(app, n).name}-${suffix}`)
const bodyFor = (who: string, change: object = { durationHours: 24 }) => ({ personId: app.persona(who).id, reason, ...change })
const grant = (groupId: string, who: string, change?: object, by = 'Niamh') =>
  as(by).post(`/account-access/${groupId}`, bodyFor(who, change))

describe('grantAccountAccess', () => {
  it('grants access without a request, for a time that starts with the membership', async () => {
    const group = await groupOf(0)
    const answer = await grant(group.id, 'Priya')
    expect(answer.status).toBe(201)
    expect(answer.headers['location']).toBe(`/account-access/${answer.body.id}`)
    expect(answer.body).toMatchObject({
      status: 'granting',
      via: 'admin',
      reason,
      grantedBy: { id: app.persona('Niamh').id },
      request: null,
    })
    await app.drain()
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(true)
    const row = await assignmentRow(app, answer.body.id)
    expect(row).toMatchObject({ status: 'active', granted_by: app.persona('Niamh').id })
    expect(row.ends_at!.getTime() - row.starts_at.getTime()).toBe(24 * hour)
  })

  it('accepts an end date', async () => {
    const endsAt = inHours(30)
    const { body } = await grant((await groupOf(1)).id, 'Priya', { endsAt })
    await app.drain()
    expect((await as('Priya').get(`/account-access/${body.id}`)).body).toMatchObject({ endsAt, status: 'active' })
  })

  it('starts scheduled access when it is due, unless it was revoked', async () => {
    const [group, other] = [await groupOf(2), await groupOf(3)]
    const first = await grant(group.id, 'Priya', { startsAt: inHours(5), durationHours: 24 })
    const second = await grant(other.id, 'Priya', { startsAt: inHours(5), durationHours: 24 })
    expect(first.body).toMatchObject({ status: 'scheduled', can: { end: true } })
    expect((await as('Daniel').delete(`/account-access/${second.body.id}`)).body.status).toBe('revoked')
    expect(await startScheduled(app.context)).toBe(0)
    later = 9 * hour
    const started = await Promise.all([startScheduled(app.context), startScheduled(app.context)])
    expect(started[0] + started[1]).toBe(1)
    await app.drain()
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(true)
    expect(await isIn(app, 'Priya', other.directory_group_id!)).toBe(false)
    const row = await assignmentRow(app, first.body.id)
    expect(row.ends_at!.getTime() - row.starts_at.getTime()).toBe(24 * hour)
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

  it('denies administrators who grant themselves access, in any spelling of their id', async () => {
    const group = await groupOf(5)
    const { id } = app.persona('Niamh')
    for (const personId of [id, id.toUpperCase()]) {
      const answer = await as('Niamh').post(`/account-access/${group.id}`, { personId, reason, durationHours: 5 })
      expect([answer.status, answer.body.code]).toEqual([401, 'unauthorised'])
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
    ['until after the group’s maximum', { endsAt: inHours(24 * 181) }, 'endsAt'],
    ['until a past time', { endsAt: inHours(-1) }, 'endsAt'],
    ['that ends before its start', { startsAt: inHours(9), endsAt: inHours(8) }, 'endsAt'],
    ['with two ends', { endsAt: inHours(8), durationHours: 8 }, 'endsAt'],
    ['from a past time', { startsAt: inHours(-1), durationHours: 8 }, 'startsAt'],
    ['more than a year ahead', { startsAt: inHours(24 * 366), durationHours: 8 }, 'startsAt'],
  ])('rejects access %s', async (_what, change, field) => {
    const answer = await grant((await groupOf(6)).id, 'Priya', change)
    expect(answer.body).toMatchObject({ code: 'invalidRequest', errors: [{ field }] })
  })

  it('rejects unknown and disabled people', async () => {
    const group = await groupOf(6)
    const nobody = await as('Niamh').post(`/account-access/${group.id}`, { ...bodyFor('Priya'), personId: crypto.randomUUID() })
    expect(nobody.body).toMatchObject({ code: 'invalidRequest', errors: [{ field: 'personId.0' }] })
    const left = app.company.people.find((person) => !person.enabled)!
    const answer = await as('Niamh').post(`/account-access/${group.id}`, { ...bodyFor('Priya'), personId: left.id })
    expect(answer.status).toBe(400)
  })

  it('grants access once when fifty calls arrive concurrently', async () => {
    const group = await groupOf(7)
    const answers = await Promise.all(Array.from({ length: 50 }, () => grant(group.id, 'Priya')))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status, body }) => status === 409 && body.code === 'wrongState')).toHaveLength(49)
    await app.drain()
    expect(await app.db.selectFrom('group_assignments').select('status').where('group_id', '=', group.id).execute()).toEqual([
      { status: 'active' },
    ])
  })

  it('rejects a group with a separation-of-duties conflict unless it is confirmed', async () => {
    const [group, other] = [await groupOf(10), await groupOf(10, 'readers')]
    const [group_id, other_id] = [group.id, other.id].sort() as [string, string]
    await app.db
      .insertInto('access_group_conflicts')
      .values({ group_id, other_id, reason: 'Nobody looks after their own work.', created_by: app.persona('Daniel').id })
      .execute()
    await app.context.clients.graph.addGroupMember(other.directory_group_id!, app.persona('Priya').id)
    const refused = await grant(group.id, 'Priya')
    expect(refused.body).toMatchObject({ code: 'conflict', message: expect.stringContaining(other.name) })
    expect((await grant(group.id, 'Priya', { durationHours: 5, despiteConflicts: true })).status).toBe(201)
  })

  it('leaves a pending request intact, whose approval adds a second grant', async () => {
    const { body, group, approvalId } = await ask(app, accountOf(app, 8), { suffix: 'contributors', durationHours: 48 })
    const { body: given } = await grant(group.id, 'Priya', { durationHours: 5 })
    await decide(app, 'Daniel', approvalId)
    await app.drain()
    expect((await as('Priya').get(`/account-access/access-requests/${body.id}`)).body).toMatchObject({ work: { status: 'succeeded' } })
    expect((await as('Daniel').delete(`/account-access/${given.id}`)).status).toBe(200)
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
