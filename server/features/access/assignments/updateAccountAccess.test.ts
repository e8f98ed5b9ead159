import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { accountOf, assignmentRow, grantAccessTo, outcomes } from './access.fixture.ts'

const hour = 3_600_000
let app: TestApp
let given: Awaited<ReturnType<typeof grantAccessTo>>
beforeAll(async () => {
  app = await startTestApp()
  given = await grantAccessTo(app, accountOf(app, 0), { suffix: 'contributors', durationHours: 48 })
})
afterAll(() => app.close())

const as = (who: string) => app.as(app.persona(who).id)
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const endOf = async (id: string) => (await assignmentRow(app, id)).ends_at?.toISOString() ?? null

describe('updateAccountAccess', () => {
  it('moves the end date for an owner, and notifies the holder', async () => {
    const endsAt = inHours(24 * 30)
    const answer = await as('Daniel').patch(given.path, { endsAt })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ endsAt, version: given.assignment.version + 1, status: 'active' })
    const row = await assignmentRow(app, given.assignment.id)
    expect(row.ends_at!.toISOString()).toBe(endsAt)
    expect(row.remind_at).toEqual(new Date(row.ends_at!.getTime() - 14 * 24 * hour))
    const notifications = await app.db
      .selectFrom('notifications')
      .select(['person_id', 'title'])
      .where('kind', '=', 'accessChanged')
      .execute()
    expect(notifications).toEqual([
      { person_id: app.persona('Priya').id, title: `The end date of your access to ${given.group.name} changed` },
    ])
  })

  it('lets the holder end their access earlier', async () => {
    const endsAt = inHours(20)
    expect((await as('Priya').patch(given.path, { endsAt })).body).toMatchObject({ endsAt })
  })

  it('removes the end date where the group allows permanent access', async () => {
    const { path, assignment } = await grantAccessTo(app, accountOf(app, 1), { durationHours: 24 })
    expect((await as('Niamh').patch(path, { endsAt: null })).body).toMatchObject({ endsAt: null, can: { changeEnd: true } })
    expect(await endOf(assignment.id)).toBeNull()
    // A person can shorten their own permanent access.
    expect((await as('Priya').patch(path, { endsAt: inHours(5) })).status).toBe(200)
  })

  roleSuite(
    'updateAccountAccess',
    () => app,
    () => ({ path: given.path, body: { endsAt: inHours(5) } }),
  )

  async function refused(who: string, endsAt: string | null, { path, assignment } = given) {
    const before = [await endOf(assignment.id), await outcomes(app, 'updateAccountAccess', assignment.id)] as const
    const answer = await as(who).patch(path, { endsAt })
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthorised'])
    expect(await endOf(assignment.id)).toBe(before[0])
    expect(await outcomes(app, 'updateAccountAccess', assignment.id)).toEqual([...before[1], 'denied'])
    return answer.body.message as string
  }

  it.each(['Daniel', 'Niamh'])(
    'rejects an end date after the group’s maximum, and none, also from %s (GHSA-76cc-p55w-63g3)',
    async (who) => {
      for (const endsAt of [inHours(24 * 180 + 1), null]) {
        const before = [await endOf(given.assignment.id), await outcomes(app, 'updateAccountAccess', given.assignment.id)] as const
        const answer = await as(who).patch(given.path, { endsAt })
        expect([answer.status, answer.body.code]).toEqual([409, 'maximumDuration'])
        expect(answer.body.errors).toEqual([
          { field: 'endsAt', message: expect.stringContaining('maximum duration of this group is 180 days') },
        ])
        expect(await endOf(given.assignment.id)).toBe(before[0])
        expect(await outcomes(app, 'updateAccountAccess', given.assignment.id)).toEqual([...before[1], 'failed'])
      }
    },
  )

  it('denies the holder a later end date', async () => {
    expect(await refused('Priya', inHours(24 * 60))).toContain('Request an extension')
    expect(await refused('Priya', null)).toContain('Request an extension')
  })

  it('denies an owner a later end date of their own access, also as administrator', async () => {
    const account = accountOf(app, 2)
    const own = await as('Niamh').post(`/account-access/${given.assignment.group_id}`, {
      personId: app.persona('Daniel').id,
      reason: 'So that he can help out on Friday.',
      durationHours: 10,
    })
    expect([account.id, own.status]).toEqual([account.id, 201])
    await app.drain()
    const mine = { ...given, path: `/account-access/${own.body.id}`, assignment: await assignmentRow(app, own.body.id) }
    expect(await refused('Daniel', inHours(24), mine)).toContain("You can't extend your own access")
    const asAdmin = await app.as(app.persona('Daniel').id, ['Slipway.Admin']).patch(mine.path, { endsAt: inHours(24) })
    expect(asAdmin.status).toBe(401)
    expect((await as('Daniel').patch(mine.path, { endsAt: inHours(2) })).status).toBe(200)
  })

  it('denies other spellings of the id (CVE-2026-89322)', async () => {
    const path = `/account-access/${given.assignment.id.toUpperCase()}`
    for (const who of ['Priya', 'Tomasz']) expect((await as(who).patch(path, { endsAt: inHours(24 * 60) })).status).toBe(401)
    for (const spelled of [`${given.path}%20`, `${given.path}%00`, `/account-access/{${given.assignment.id}}`])
      expect((await as('Daniel').patch(spelled, { endsAt: inHours(5) })).status).toBe(400)
    expect((await as('Tomasz').delete(path)).status).toBe(401)
  })

  it.each(['status', 'personId', 'groupId', 'via', 'startsAt'])('rejects a body that sets %s', async (field) => {
    expect((await as('Daniel').patch(given.path, { endsAt: inHours(5), [field]: 'active' })).status).toBe(400)
  })

  it('rejects a past or malformed end date', async () => {
    const past = await as('Daniel').patch(given.path, { endsAt: inHours(-1) })
    expect(past.body).toMatchObject({ code: 'invalidRequest', errors: [{ field: 'endsAt' }] })
    for (const endsAt of ['tomorrow', '2026-13-45T00:00:00Z', 12, ''])
      expect((await as('Daniel').patch(given.path, { endsAt })).status).toBe(400)
  })

  it('returns 412 for an old version', async () => {
    const { version } = await assignmentRow(app, given.assignment.id)
    const change = (tag: number) => as('Daniel').patch(given.path, { endsAt: inHours(9) }, { 'if-match': `"${tag}"` })
    expect((await change(version - 1)).status).toBe(412)
    const parallel = await Promise.all(Array.from({ length: 50 }, () => change(version)))
    expect(parallel.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(parallel.filter(({ status }) => status === 412)).toHaveLength(49)
  })

  it('rejects a change of ended access', async () => {
    const { path } = await grantAccessTo(app, accountOf(app, 3), { durationHours: 24 })
    await as('Priya').delete(path)
    await app.drain()
    expect((await as('Daniel').patch(path, { endsAt: inHours(9) })).body).toMatchObject({
      code: 'wrongState',
    })
  })

  it('returns 404 for an unknown assignment', async () => {
    const answer = await as('Niamh').patch('/account-access/00000000-0000-4000-8000-000000000000', { endsAt: null })
    expect(answer.status).toBe(404)
  })
})
