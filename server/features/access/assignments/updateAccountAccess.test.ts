import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { extendsOwnAccess } from '../../accounts/groups/assignmentPolicy.ts'
import { accountOf, assignmentRow, grantAccessTo, outcomes } from './access.fixture.ts'
import { accessTitles } from './accessLabels.ts'

const hourMs = 3_600_000
let app: TestApp
let grantedAccess: Awaited<ReturnType<typeof grantAccessTo>>
beforeAll(async () => {
  app = await startTestApp()
  grantedAccess = await grantAccessTo(app, accountOf(app, 0), { suffix: 'contributors', durationHours: 48 })
})
afterAll(() => app.close())

const as = (personaName: string) => app.as(app.persona(personaName).id)
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()
const endOf = async (id: string) => (await assignmentRow(app, id)).ends_at?.toISOString() ?? null

describe('updateAccountAccess', () => {
  it('lets an owner change the end date, and notifies the member', async () => {
    const endsAt = hoursFromNow(24 * 30)
    const response = await as('Daniel').patch(grantedAccess.path, { endsAt })
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ endsAt, version: grantedAccess.assignment.version + 1, status: 'active' })
    const row = await assignmentRow(app, grantedAccess.assignment.id)
    expect(row.ends_at!.toISOString()).toBe(endsAt)
    expect(row.remind_at).toEqual(new Date(row.ends_at!.getTime() - 14 * 24 * hourMs))
    const notifications = await app.db
      .selectFrom('notifications')
      .select(['person_id', 'title'])
      .where('kind', '=', 'accessChanged')
      .execute()
    expect(notifications).toEqual([{ person_id: app.persona('Priya').id, title: accessTitles.endChanged(grantedAccess.group.name) }])
  })

  it('lets the member end their access earlier', async () => {
    const endsAt = hoursFromNow(20)
    expect((await as('Priya').patch(grantedAccess.path, { endsAt })).body).toMatchObject({ endsAt })
  })

  it('removes the end date if the group allows permanent access', async () => {
    const { path, assignment } = await grantAccessTo(app, accountOf(app, 1), { durationHours: 24 })
    expect((await as('Niamh').patch(path, { endsAt: null })).body).toMatchObject({ endsAt: null, can: { changeEnd: true } })
    expect(await endOf(assignment.id)).toBeNull()
    expect((await as('Priya').patch(path, { endsAt: hoursFromNow(5) })).status).toBe(200)
  })

  roleSuite(
    'updateAccountAccess',
    () => app,
    () => ({ path: grantedAccess.path, body: { endsAt: hoursFromNow(5) } }),
  )

  async function expectRejection(personaName: string, endsAt: string | null, { path, assignment } = grantedAccess) {
    const stateBefore = [await endOf(assignment.id), await outcomes(app, 'updateAccountAccess', assignment.id)] as const
    const response = await as(personaName).patch(path, { endsAt })
    expect([response.status, response.body.code]).toEqual([401, 'unauthorised'])
    expect(await endOf(assignment.id)).toBe(stateBefore[0])
    expect(await outcomes(app, 'updateAccountAccess', assignment.id)).toEqual([...stateBefore[1], 'denied'])
    return response.body.message as string
  }

  it.each(['Daniel', 'Niamh'])(
    'rejects an end date after the group’s maximum, or permanent access, even from %s (GHSA-76cc-p55w-63g3)',
    async (personaName) => {
      for (const endsAt of [hoursFromNow(24 * 180 + 1), null]) {
        const stateBefore = [
          await endOf(grantedAccess.assignment.id),
          await outcomes(app, 'updateAccountAccess', grantedAccess.assignment.id),
        ] as const
        const response = await as(personaName).patch(grantedAccess.path, { endsAt })
        expect([response.status, response.body.code]).toEqual([409, 'maximumDuration'])
        expect(response.body.errors).toEqual([{ field: 'endsAt', message: expect.stringContaining('180 days') }])
        expect(await endOf(grantedAccess.assignment.id)).toBe(stateBefore[0])
        expect(await outcomes(app, 'updateAccountAccess', grantedAccess.assignment.id)).toEqual([...stateBefore[1], 'failed'])
      }
    },
  )

  it('denies the member a later end date', async () => {
    expect(await expectRejection('Priya', hoursFromNow(24 * 60))).toBe(extendsOwnAccess)
    expect(await expectRejection('Priya', null)).toBe(extendsOwnAccess)
  })

  it('denies an owner a later end date for their own access, even as administrator', async () => {
    const account = accountOf(app, 2)
    const ownResponse = await as('Niamh').post(`/account-access/${grantedAccess.assignment.group_id}`, {
      personId: app.persona('Daniel').id,
      reason: 'So that he can help out on Friday.',
      durationHours: 10,
    })
    expect([account.id, ownResponse.status]).toEqual([account.id, 201])
    await app.drain()
    const ownAccess = {
      ...grantedAccess,
      path: `/account-access/${ownResponse.body.id}`,
      assignment: await assignmentRow(app, ownResponse.body.id),
    }
    expect(await expectRejection('Daniel', hoursFromNow(24), ownAccess)).toBe(extendsOwnAccess)
    const adminResponse = await app.as(app.persona('Daniel').id, ['Slipway.Admin']).patch(ownAccess.path, { endsAt: hoursFromNow(24) })
    expect(adminResponse.status).toBe(401)
    expect((await as('Daniel').patch(ownAccess.path, { endsAt: hoursFromNow(2) })).status).toBe(200)
  })

  it('denies changes through other spellings of the ID (CVE-2026-89322)', async () => {
    const path = `/account-access/${grantedAccess.assignment.id.toUpperCase()}`
    for (const personaName of ['Priya', 'Tomasz'])
      expect((await as(personaName).patch(path, { endsAt: hoursFromNow(24 * 60) })).status).toBe(401)
    for (const spellingVariant of [
      `${grantedAccess.path}%20`,
      `${grantedAccess.path}%00`,
      `/account-access/{${grantedAccess.assignment.id}}`,
    ])
      expect((await as('Daniel').patch(spellingVariant, { endsAt: hoursFromNow(5) })).status).toBe(400)
    expect((await as('Tomasz').delete(path)).status).toBe(401)
  })

  it.each(['status', 'personId', 'groupId', 'via', 'startsAt'])('rejects a body that sets %s', async (field) => {
    expect((await as('Daniel').patch(grantedAccess.path, { endsAt: hoursFromNow(5), [field]: 'active' })).status).toBe(400)
  })

  it('rejects a past or malformed end date', async () => {
    const pastResponse = await as('Daniel').patch(grantedAccess.path, { endsAt: hoursFromNow(-1) })
    expect(pastResponse.body).toMatchObject({ code: 'invalidRequest', errors: [{ field: 'endsAt' }] })
    for (const endsAt of ['tomorrow', '2026-13-45T00:00:00Z', 12, ''])
      expect((await as('Daniel').patch(grantedAccess.path, { endsAt })).status).toBe(400)
  })

  it('returns 412 for an old version, and to all but one of fifty concurrent calls', async () => {
    const { version } = await assignmentRow(app, grantedAccess.assignment.id)
    const updateEnd = (tag: number) => as('Daniel').patch(grantedAccess.path, { endsAt: hoursFromNow(9) }, { 'if-match': `"${tag}"` })
    expect((await updateEnd(version - 1)).status).toBe(412)
    const parallelResponses = await Promise.all(Array.from({ length: 50 }, () => updateEnd(version)))
    expect(parallelResponses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(parallelResponses.filter(({ status }) => status === 412)).toHaveLength(49)
  })

  it('rejects a change of ended access', async () => {
    const { path } = await grantAccessTo(app, accountOf(app, 3), { durationHours: 24 })
    await as('Priya').delete(path)
    await app.drain()
    expect((await as('Daniel').patch(path, { endsAt: hoursFromNow(9) })).body).toMatchObject({
      code: 'wrongState',
    })
  })

  it('returns 404 for an unknown assignment', async () => {
    const response = await as('Niamh').patch('/account-access/00000000-0000-4000-8000-000000000000', { endsAt: null })
    expect(response.status).toBe(404)
  })
})
