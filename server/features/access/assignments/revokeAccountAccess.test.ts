import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { calls } from '../../accounts/groups/groups.fixture.ts'
import { accountOf, assignmentRow, directoryDown, grantAccessTo, isIn, outcomes } from './access.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const as = (givenName: string) => app.as(app.persona(givenName).id)

describe('revokeAccountAccess', () => {
  it.each([
    ['Priya', 'has the access'],
    ['Daniel', 'owns the account'],
    ['Niamh', 'is an administrator'],
  ])('returns 200 to %s, who %s, once the directory has confirmed the removal', async (givenName) => {
    const { path, group, assignment } = await grantAccessTo(app, accountOf(app, 0), { durationHours: 24 })
    const response = await as(givenName).delete(path)
    expect([response.status, response.body.status]).toEqual([200, 'revoked'])
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)
    const notifications = await app.db
      .selectFrom('notifications')
      .select('body')
      .where('dedupe_key', '=', `ended:${assignment.id}`)
      .execute()
    expect(notifications.map(({ body }) => body.includes('Revoked by'))).toEqual(givenName === 'Priya' ? [] : [true])
    expect(await outcomes(app, 'revokeAccountAccess', assignment.id)).toEqual(['allowed'])
    expect((await as(givenName).delete(path)).body).toMatchObject({ status: 'revoked', can: { end: expect.any(String) } })
  })

  it('returns 202 when the directory needs longer, and revokes the access later', async () => {
    const { path, group, assignment } = await grantAccessTo(app, accountOf(app, 1), { durationHours: 24 })
    const fault = directoryDown(app, group.directory_group_id!)
    const response = await as('Priya').delete(path)
    expect([response.status, response.body.status, response.headers['location']]).toEqual([202, 'revoking', path])
    app.simulator.faults.remove(fault)
    await app.drain()
    expect((await assignmentRow(app, assignment.id)).status).toBe('revoked')
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)
  })

  it('keeps a membership that another grant justifies', async () => {
    const { path, group, assignment } = await grantAccessTo(app, accountOf(app, 2), { durationHours: 24 })
    const { id } = await app.db
      .insertInto('group_assignments')
      .values({
        id: crypto.randomUUID(),
        group_id: group.id,
        person_id: assignment.person_id,
        via: 'adopted',
        ends_at: null,
        status: 'active',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.quiet()
    expect((await as('Priya').delete(path)).body.status).toBe('revoked')
    expect(calls(app, 'graph').filter((call) => /^(POST|DELETE)/.test(call))).toEqual([])
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(true)
    expect((await as('Priya').delete(`/account-access/${id}`)).body.status).toBe('revoked')
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)
  })

  it('revokes the access once when many calls arrive concurrently', async () => {
    const { path, group, assignment } = await grantAccessTo(app, accountOf(app, 3), { durationHours: 24 })
    await app.quiet()
    const responses = await Promise.all(Array.from({ length: 50 }, (_, n) => as(n % 2 ? 'Priya' : 'Daniel').delete(path)))
    expect(responses.filter(({ status, body }) => status !== 200 || body.status !== 'revoked')).toEqual([])
    await app.drain()
    const runs = await app.db.selectFrom('work_runs').select('kind').where('subject_id', '=', assignment.id).execute()
    expect(runs).toEqual([{ kind: 'revokeAccess' }])
    expect(calls(app, 'graph').filter((call) => call.startsWith('DELETE'))).toHaveLength(1)
    expect(await isIn(app, 'Priya', group.directory_group_id!)).toBe(false)
  })
})

describe('the ID in /account-access/{id}', () => {
  it('accepts the ID of a membership or of its group in all four methods', async () => {
    const { group, assignment, path } = await grantAccessTo(app, accountOf(app, 4), { durationHours: 24 })
    const byGroup = `/account-access/${group.id}`
    const endsAt = new Date(Date.now() + 3_600_000).toISOString()
    expect((await as('Priya').patch(byGroup, { endsAt })).body).toMatchObject({ id: assignment.id, endsAt })
    expect((await as('Daniel').patch(byGroup, { endsAt })).status).toBe(404)
    const grant = { personId: app.persona('Tomasz').id, reason: 'To help out on Friday.', durationHours: 10 }
    expect(await as('Niamh').post(path, grant)).toMatchObject({ status: 201, body: { group: { id: group.id } } })
    expect((await as('Priya').delete(byGroup)).body).toMatchObject({ id: assignment.id })
    await app.drain()
    expect((await as('Priya').get(byGroup)).body).toMatchObject({ id: assignment.id, status: 'revoked' })
  })
})

describe('revokeAccountAccess on a second assignment', () => {
  let grantedAccess: Awaited<ReturnType<typeof grantAccessTo>>
  beforeAll(async () => {
    grantedAccess = await grantAccessTo(app, accountOf(app, 4), { durationHours: 24 })
  })
  roleSuite(
    'revokeAccountAccess',
    () => app,
    () => ({ path: grantedAccess.path }),
  )

  it('denies an auditor', async () => {
    expect((await as('Grace').delete(grantedAccess.path)).status).toBe(401)
    expect((await assignmentRow(app, grantedAccess.assignment.id)).status).toBe('active')
  })

  it('returns 412 for an old version', async () => {
    const { path, assignment } = await grantAccessTo(app, accountOf(app, 5), { durationHours: 24 })
    expect((await as('Priya').delete(path, undefined, { 'if-match': '"99"' })).status).toBe(412)
    expect((await assignmentRow(app, assignment.id)).status).toBe('active')
  })

  it('returns 404 for an unknown assignment', async () => {
    expect((await as('Niamh').delete('/account-access/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  })
})
