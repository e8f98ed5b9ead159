import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { extendsOwnAccess } from '../../accounts/groups/assignmentPolicy.ts'
import { accountOf, assignmentRow, grantAccessTo, outcomes } from './access.fixture.ts'

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
const pathOf = ({ path }: { path: string }) => `${path}/lift-maximum-stay`
const reason = 'She is on call for it all year.'
const liftedBy = async () => (await assignmentRow(app, grantedAccess.assignment.id)).maximum_lifted_by

describe('liftMaximumDuration', () => {
  roleSuite(
    'liftMaximumDuration',
    () => app,
    () => ({ path: pathOf(grantedAccess), body: { reason } }),
  )

  it('denies owners of the account and the member', async () => {
    for (const personaName of ['Daniel', 'Priya']) expect((await as(personaName).post(pathOf(grantedAccess), { reason })).status).toBe(403)
    expect(await liftedBy()).toBeNull()
  })

  it('denies administrators who lift their own maximum, even through a second user account, in code and in the database', async () => {
    const ownResponse = await app.as(app.persona('Priya').id, ['Slipway.Admin']).post(pathOf(grantedAccess), { reason })
    expect(ownResponse).toMatchObject({ status: 403, body: { message: extendsOwnAccess } })
    const { employee_id } = await app.db
      .selectFrom('people')
      .select('employee_id')
      .where('id', '=', app.persona('Niamh').id)
      .executeTakeFirstOrThrow()
    const setEmployeeOfSecond = (employee: string | null) =>
      app.db.updateTable('people').set({ employee_id: employee }).where('id', '=', app.persona('Priya').id).execute()
    const personBefore = await app.db
      .selectFrom('people')
      .select('employee_id')
      .where('id', '=', app.persona('Priya').id)
      .executeTakeFirstOrThrow()
    await setEmployeeOfSecond(employee_id)
    expect((await as('Niamh').post(pathOf(grantedAccess), { reason })).status).toBe(403)
    const directUpdate = app.db
      .updateTable('group_assignments')
      .set({ maximum_lifted_by: app.persona('Niamh').id, maximum_lifted_at: new Date(), maximum_lift_reason: reason })
      .where('id', '=', grantedAccess.assignment.id)
      .execute()
    await expect(directUpdate).rejects.toMatchObject({ constraint: 'cannot_lift_own_maximum' })
    await setEmployeeOfSecond(personBefore.employee_id)
    expect(await liftedBy()).toBeNull()
  })

  it('rejects a call without a reason or with an unknown field', async () => {
    for (const body of [{}, { reason: ' ' }, { reason, endsAt: null }])
      expect((await as('Niamh').post(pathOf(grantedAccess), body)).status).toBe(400)
    expect(await liftedBy()).toBeNull()
  })

  it('allows other people, but not the member, to change or remove the end date afterwards', async () => {
    const response = await as('Niamh').post(pathOf(grantedAccess), { reason })
    expect(response).toMatchObject({
      status: 200,
      body: {
        maximumLifted: { by: { id: app.persona('Niamh').id }, reason },
        latestEnd: null,
        endsAt: grantedAccess.assignment.ends_at!.toISOString(),
        can: { liftMaximum: expect.any(String) },
      },
    })
    expect(
      (await outcomes(app, 'liftMaximumDuration', grantedAccess.assignment.id)).filter((outcome) => outcome === 'allowed'),
    ).toHaveLength(1)
    const notifications = await app.db
      .selectFrom('notifications')
      .select('person_id')
      .where('dedupe_key', 'like', `maximumLifted:${grantedAccess.assignment.id}%`)
      .execute()
    const { ownerIds } = accountOf(app, 0)
    expect(notifications.map((notification) => notification.person_id).toSorted()).toEqual(
      [...new Set([app.persona('Priya').id, ...ownerIds])].filter((person) => person !== app.persona('Niamh').id).toSorted(),
    )
    expect((await as('Priya').patch(grantedAccess.path, { endsAt: null })).status).toBe(401)
    const employeeOf = async (personaName: string) =>
      (await app.db.selectFrom('people').select('employee_id').where('id', '=', app.persona(personaName).id).executeTakeFirstOrThrow())
        .employee_id
    const setEmployee = (employee_id: string | null) =>
      app.db.updateTable('people').set({ employee_id }).where('id', '=', app.persona('Priya').id).execute()
    const employeeBefore = await employeeOf('Priya')
    await setEmployee(await employeeOf('Niamh'))
    const lateResponse = await as('Daniel').patch(grantedAccess.path, { endsAt: hoursFromNow(24 * 300) })
    await setEmployee(employeeBefore)
    expect(lateResponse).toMatchObject({ status: 409, body: { code: 'maximumDuration' } })
    expect((await as('Daniel').patch(grantedAccess.path, { endsAt: hoursFromNow(24 * 300) })).status).toBe(200)
    expect((await as('Niamh').patch(grantedAccess.path, { endsAt: null })).body).toMatchObject({ endsAt: null })
  })

  it('rejects a second call', async () => {
    expect(await as('Niamh').post(pathOf(grantedAccess), { reason })).toMatchObject({ status: 409, body: { code: 'wrongState' } })
  })

  it('rejects a group without a maximum and an ended membership, and returns 404 for an unknown one', async () => {
    const otherGrant = await grantAccessTo(app, accountOf(app, 1), { durationHours: 24 })
    expect((await as('Niamh').post(pathOf(otherGrant), { reason })).body).toMatchObject({ code: 'wrongState' })
    await as('Priya').delete(otherGrant.path)
    await app.drain()
    expect((await as('Niamh').post(pathOf(otherGrant), { reason })).body).toMatchObject({ code: 'wrongState' })
    expect((await as('Niamh').post('/account-access/00000000-0000-4000-8000-000000000000/lift-maximum-stay', { reason })).status).toBe(404)
  })
})
