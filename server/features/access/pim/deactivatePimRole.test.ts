import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { advancePrivilegedRoles } from './advancePrivilegedRoles.ts'
import { activateRole, activation, activationRow, mockAzureFault, sentOrders, waitForActivationStatus } from './pim.fixture.ts'

let app: TestApp
let clockOffsetMs = 0
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + clockOffsetMs) })
})
afterAll(() => app.close())
beforeEach(() => advanceTime(0))

const minuteMs = 60_000
function advanceTime(minutes: number) {
  app.simulator.clock.advance(minutes * minuteMs - clockOffsetMs)
  clockOffsetMs = minutes * minuteMs
}
const deactivate = (id: string, personaName = 'Daniel', headers?: Record<string, string>) =>
  app.as(app.persona(personaName).id).post(`/pim/activations/${id}/deactivate`, undefined, headers)

describe('deactivatePimRole', () => {
  it('deactivates the role', async () => {
    const { id } = (await activateRole(app, 0)).body
    advanceTime(6)
    await app.quiet()
    expect((await deactivate(id)).status).toBe(202)
    await waitForActivationStatus(app, id, 'deactivated')
    expect(sentOrders(app)).toMatchObject([{ requestType: 'AdminRemove', principalId: app.persona('Daniel').id }])
    expect(await activation(app, 0)).toEqual([])
    expect((await activateRole(app, 0)).body.status).toBe('active')
  })

  it('deactivates the role as soon as Azure allows it', async () => {
    const activatedRole = (await activateRole(app, 1)).body
    await app.quiet()
    const { body } = await deactivate(activatedRole.id)
    expect(body).toMatchObject({
      status: 'ending',
      deactivatesAt: new Date(Date.parse(activatedRole.startsAt) + 5 * minuteMs).toISOString(),
    })
    expect(sentOrders(app)).toEqual([])
    advanceTime(6)
    await advancePrivilegedRoles(app.context)
    await waitForActivationStatus(app, activatedRole.id, 'deactivated')
    expect(await activation(app, 1)).toEqual([])
  })

  it('retries if Azure returns ActiveDurationTooShort because its clock is behind', async () => {
    const { id } = (await activateRole(app, 2)).body
    advanceTime(6)
    const error = { code: 'ActiveDurationTooShort', message: 'The active duration is too short. The minimum required is 5 minutes.' }
    mockAzureFault(app, { kind: 'status', status: 400, body: { error } }, { count: 1 })
    expect((await deactivate(id)).body.status).toBe('ending')
    clockOffsetMs += 11_000
    await app.db
      .updateTable('work_steps')
      .set({ next_attempt_at: new Date(0) })
      .where('status', '=', 'waiting')
      .execute()
    const run = await app.db.selectFrom('work_runs').select('id').where('status', '=', 'waiting').executeTakeFirstOrThrow()
    await app.jobs.send(app.db, 'work', { runId: run.id })
    await waitForActivationStatus(app, id, 'deactivated')
  })

  it('succeeds if Azure has already ended the role', async () => {
    const { id } = (await activateRole(app, 3)).body
    advanceTime(6)
    const error = { code: 'RoleAssignmentDoesNotExist', message: 'The Role assignment does not exist.' }
    const fault = mockAzureFault(app, { kind: 'status', status: 404, body: { error } })
    await deactivate(id)
    await waitForActivationStatus(app, id, 'deactivated')
    app.simulator.faults.remove(fault)
  })

  it('lets an administrator deactivate the role', async () => {
    const { id } = (await activateRole(app, 4)).body
    advanceTime(6)
    expect((await deactivate(id, 'Tomasz')).status).toBe(403)
    const admin = app.company.people.find((person) => person.appRoles.includes('Slipway.Admin'))!
    const response = await app.as(admin.id).post(`/pim/activations/${id}/deactivate`)
    expect(response.status).toBe(202)
    await waitForActivationStatus(app, id, 'deactivated')
  })

  describe('other callers', () => {
    let id = ''
    beforeAll(async () => {
      id = (await activateRole(app, 5)).body.id
    })
    roleSuite(
      'deactivatePimRole',
      () => app,
      () => ({ path: `/pim/activations/${id}/deactivate`, outsider: app.persona('Niamh').id }),
    )
  })

  it('rejects an ended role and an old version, and returns 404 for an unknown activation', async () => {
    expect((await deactivate('00000000-0000-4000-8000-000000000000')).status).toBe(404)
    const { id, version } = (await activateRole(app, 6)).body
    expect((await deactivate(id, 'Daniel', { 'if-match': `"${version + 1}"` })).status).toBe(412)
    advanceTime(61)
    await advancePrivilegedRoles(app.context)
    await waitForActivationStatus(app, id, 'ended')
    expect((await deactivate(id)).body).toMatchObject({ code: 'wrongState' })
    expect(await activation(app, 6)).toEqual([])
  })

  it('deactivates the role once when many calls arrive concurrently', async () => {
    const { id } = (await activateRole(app, 7)).body
    const responses = await Promise.all(Array.from({ length: 20 }, () => deactivate(id)))
    expect(responses.filter(({ status }) => status === 202)).toHaveLength(1)
    expect((await activationRow(app, id)).status).toBe('ending')
    expect(
      await app.db.selectFrom('pim_orders').select('kind').where('activation_id', '=', id).where('kind', '=', 'remove').execute(),
    ).toHaveLength(1)
  })
})
