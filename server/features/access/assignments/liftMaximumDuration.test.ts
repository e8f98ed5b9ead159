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
const pathOf = ({ path }: { path: string }) => `${path}/lift-maximum-stay`
const reason = 'She is on call for it all year.'
const lifted = async () => (await assignmentRow(app, given.assignment.id)).maximum_lifted_by

describe('liftMaximumDuration', () => {
  roleSuite(
    'liftMaximumDuration',
    () => app,
    () => ({ path: pathOf(given), body: { reason } }),
  )

  it('denies owners of the account and the holder', async () => {
    for (const who of ['Daniel', 'Priya']) expect((await as(who).post(pathOf(given), { reason })).status).toBe(403)
    expect(await lifted()).toBeNull()
  })

  it('denies administrators their own membership, also through a second account, in code and database', async () => {
    const own = await app.as(app.persona('Priya').id, ['Slipway.Admin']).post(pathOf(given), { reason })
    expect(own).toMatchObject({ status: 403, body: { message: expect.stringContaining('your own access') } })
    const { employee_id } = await app.db
      .selectFrom('people')
      .select('employee_id')
      .where('id', '=', app.persona('Niamh').id)
      .executeTakeFirstOrThrow()
    const asSecond = (employee: string | null) =>
      app.db.updateTable('people').set({ employee_id: employee }).where('id', '=', app.persona('Priya').id).execute()
    const before = await app.db
      .selectFrom('people')
      .select('employee_id')
      .where('id', '=', app.persona('Priya').id)
      .executeTakeFirstOrThrow()
    await asSecond(employee_id)
    expect((await as('Niamh').post(pathOf(given), { reason })).status).toBe(403)
    const past = app.db
      .updateTable('group_assignments')
      .set({ maximum_lifted_by: app.persona('Niamh').id, maximum_lifted_at: new Date(), maximum_lifted_because: reason })
      .where('id', '=', given.assignment.id)
      .execute()
    await expect(past).rejects.toMatchObject({ constraint: 'nobody_lifts_own_maximum' })
    await asSecond(before.employee_id)
    expect(await lifted()).toBeNull()
  })

  it('denies a call without a reason', async () => {
    for (const body of [{}, { reason: ' ' }, { reason, endsAt: null }])
      expect((await as('Niamh').post(pathOf(given), body)).status).toBe(400)
    expect(await lifted()).toBeNull()
  })

  it('lets others change or remove the end date, but not the holder', async () => {
    const answer = await as('Niamh').post(pathOf(given), { reason })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        maximumLifted: { by: { id: app.persona('Niamh').id }, reason },
        latestEnd: null,
        endsAt: given.assignment.ends_at!.toISOString(),
        can: { liftMaximum: expect.any(String) },
      },
    })
    expect((await outcomes(app, 'liftMaximumDuration', given.assignment.id)).filter((outcome) => outcome === 'allowed')).toHaveLength(1)
    const notifications = await app.db
      .selectFrom('notifications')
      .select('person_id')
      .where('dedupe_key', 'like', `maximumLifted:${given.assignment.id}%`)
      .execute()
    const { ownerIds } = accountOf(app, 0)
    expect(notifications.map((notification) => notification.person_id).toSorted()).toEqual(
      [...new Set([app.persona('Priya').id, ...ownerIds])].filter((person) => person !== app.persona('Niamh').id).toSorted(),
    )
    expect((await as('Priya').patch(given.path, { endsAt: null })).status).toBe(401)
    // The person who lifted the limit turns out to have the membership through another account.
    const employeeOf = async (who: string) =>
      (await app.db.selectFrom('people').select('employee_id').where('id', '=', app.persona(who).id).executeTakeFirstOrThrow()).employee_id
    const setEmployee = (employee_id: string | null) =>
      app.db.updateTable('people').set({ employee_id }).where('id', '=', app.persona('Priya').id).execute()
    const before = await employeeOf('Priya')
    await setEmployee(await employeeOf('Niamh'))
    const late = await as('Daniel').patch(given.path, { endsAt: inHours(24 * 300) })
    await setEmployee(before)
    expect(late).toMatchObject({ status: 409, body: { code: 'maximumDuration' } })
    expect((await as('Daniel').patch(given.path, { endsAt: inHours(24 * 300) })).status).toBe(200)
    expect((await as('Niamh').patch(given.path, { endsAt: null })).body).toMatchObject({ endsAt: null })
  })

  it('rejects a second call', async () => {
    expect(await as('Niamh').post(pathOf(given), { reason })).toMatchObject({ status: 409, body: { code: 'wrongState' } })
  })

  it('rejects a group without a maximum and an ended membership, and returns 404 for an unknown one', async () => {
    const other = await grantAccessTo(app, accountOf(app, 1), { durationHours: 24 })
    expect((await as('Niamh').post(pathOf(other), { reason })).body).toMatchObject({ code: 'wrongState' })
    await as('Priya').delete(other.path)
    await app.drain()
    expect((await as('Niamh').post(pathOf(other), { reason })).body).toMatchObject({ code: 'wrongState' })
    expect((await as('Niamh').post('/account-access/00000000-0000-4000-8000-000000000000/lift-maximum-stay', { reason })).status).toBe(404)
  })
})
