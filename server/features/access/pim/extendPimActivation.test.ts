import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { gate } from '../../../../test/gate.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { advancePrivilegedRoles } from './advancePrivilegedRoles.ts'
import { activateRole, activation, activationRow, mockAzureFault, sentOrders } from './pim.fixture.ts'

let app: TestApp
let clockOffsetMs = 0
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + clockOffsetMs) })
})
afterAll(() => app.close())

const hourMs = 3_600_000
const extend = (id: string, durationMinutes: number, { who = 'Daniel', strong = true } = {}) =>
  app
    .as(app.persona(who).id, undefined, { strong })
    .post(`/pim/activations/${id}/extend`, { durationMinutes, justification: 'The restart takes longer than thought.' })
const orders = (id: string) =>
  app.db.selectFrom('pim_orders').select(['kind', 'status']).where('activation_id', '=', id).orderBy('created_at').execute()
const waitUntilResolved = (id: string) =>
  until(async () => (await orders(id)).every(({ status }) => status === 'done' || status === 'rejected'))

describe('extendPimActivation', () => {
  it('moves the end without an interruption', async () => {
    const activatedRole = (await activateRole(app, 0)).body
    await app.quiet()
    expect((await extend(activatedRole.id, 180)).status).toBe(202)
    await waitUntilResolved(activatedRole.id)
    const endsAt = new Date(Date.parse(activatedRole.startsAt) + 3 * hourMs)
    expect(await activationRow(app, activatedRole.id)).toMatchObject({ status: 'active', ends_at: endsAt, minutes: 180, problem: null })
    expect(sentOrders(app)).toMatchObject([{ requestType: 'AdminUpdate', scheduleInfo: { startDateTime: activatedRole.startsAt } }])
    expect(await activation(app, 0)).toMatchObject([
      { properties: { startDateTime: activatedRole.startsAt, endDateTime: endsAt.toISOString() } },
    ])
  })

  it('keeps the end if Azure rejects the extension, and reports the reason', async () => {
    const activation = (await activateRole(app, 1)).body
    const error = { code: 'RoleAssignmentRequestPolicyValidationFailed', message: 'The following policy rules failed: ["ExpirationRule"]' }
    const fault = mockAzureFault(app, { kind: 'status', status: 400, body: { error } })
    await extend(activation.id, 180)
    await waitUntilResolved(activation.id)
    app.simulator.faults.remove(fault)
    expect(await activationRow(app, activation.id)).toMatchObject({
      status: 'active',
      ends_at: new Date(activation.endsAt),
      problem: expect.stringContaining('(ExpirationRule)'),
    })
  })

  it('keeps the role active when Azure responds after the old end time', async () => {
    const activation = (await activateRole(app, 5)).body
    const requestGate = gate(app.simulator, { service: 'arm', method: 'PUT', path: 'roleAssignmentScheduleRequests' })
    expect((await extend(activation.id, 180)).status).toBe(202)
    await requestGate.reached
    clockOffsetMs = 61 * 60_000
    await advancePrivilegedRoles(app.context)
    requestGate.open()
    await waitUntilResolved(activation.id)
    clockOffsetMs = 0
    expect(await activationRow(app, activation.id)).toMatchObject({
      status: 'active',
      ends_at: new Date(Date.parse(activation.startsAt) + 3 * hourMs),
    })
  })

  it('extends once when many calls arrive concurrently', async () => {
    const activatedRole = (await activateRole(app, 2)).body
    const responses = await Promise.all(Array.from({ length: 20 }, () => extend(activatedRole.id, 120)))
    await waitUntilResolved(activatedRole.id)
    const createdResponses = responses.filter(({ status }) => status === 202)
    expect(createdResponses.length).toBeGreaterThan(0)
    expect(new Set(responses.map(({ status }) => status)).difference(new Set([202, 400, 409]))).toEqual(new Set())
    expect((await activationRow(app, activatedRole.id)).ends_at).toEqual(new Date(Date.parse(activatedRole.startsAt) + 2 * hourMs))
    expect(await activation(app, 2)).toHaveLength(1)
  })

  describe('other callers', () => {
    let id = ''
    beforeAll(async () => {
      id = (await activateRole(app, 3)).body.id
    })
    roleSuite(
      'extendPimActivation',
      () => app,
      () => ({
        path: `/pim/activations/${id}/extend`,
        body: { durationMinutes: 120, justification: 'The restart takes longer than thought.' },
        outsider: app.persona('Niamh').id,
      }),
    )

    it('denies a weak or old sign-in', async () => {
      expect((await extend(id, 120, { strong: false })).body.code).toBe('stepUpNeeded')
    })

    it('rejects an end beyond the policy’s maximum, and an end that isn’t later than the current one', async () => {
      expect((await extend(id, 481)).body).toMatchObject({ code: 'invalidRequest', errors: [{ field: 'durationMinutes' }] })
      expect((await extend(id, 60)).body).toMatchObject({ code: 'invalidRequest', errors: [{ field: 'durationMinutes' }] })
      expect(await orders(id)).toEqual([{ kind: 'assign', status: 'done' }])
    })
  })

  it('rejects an activation at its maximum, and returns 404 for an unknown one', async () => {
    expect((await extend('00000000-0000-4000-8000-000000000000', 60)).status).toBe(404)
    const { id } = (await activateRole(app, 4, { durationMinutes: 480 })).body
    expect((await extend(id, 480)).body).toMatchObject({ code: 'wrongState', message: expect.stringContaining('maximum duration') })
  })
})

// This test runs last, because it moves the clock of the simulated Azure.
describe('extendPimActivation after the end', () => {
  it('removes the role in Azure if Slipway has recorded the end of the activation', async () => {
    const activatedRole = (await activateRole(app, 6)).body
    const requestGate = gate(app.simulator, { service: 'arm', method: 'PUT', path: 'roleAssignmentScheduleRequests' })
    expect((await extend(activatedRole.id, 180)).status).toBe(202)
    await requestGate.reached
    // The extension was delayed for so long that the activation counted as ended.
    await app.db.updateTable('pim_activations').set({ status: 'ended' }).where('id', '=', activatedRole.id).execute()
    requestGate.open()
    await until(async () => (await orders(activatedRole.id)).at(-1)!.kind === 'remove')
    clockOffsetMs = 6 * 60_000
    app.simulator.clock.advance(clockOffsetMs)
    await advancePrivilegedRoles(app.context)
    await until(async () => (await activation(app, 6)).length === 0)
  })
})
