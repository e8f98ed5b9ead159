import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { gate } from '../../../../test/gate.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { systemActionsOf } from '../../../../test/systemActionsOf.ts'
import { until } from '../../../../test/until.ts'
import {
  clientOf,
  emergencyRow,
  grantAccessTo,
  hasRole,
  insertEmergencyAccess,
  notificationKeys,
  startEmergency,
} from './emergency.fixture.ts'
import { expireEmergencyAccess } from './end/expireEmergencyAccess.ts'
import { emergencyProblems } from './policy.ts'

let app: TestApp
let forwardMs = 0
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + forwardMs) })
})
afterAll(() => app.close())

/** Runs the schedule as if this time had passed. With `azure: false`, the clock of Azure stays, so the role is still active there. */
async function advanceTime(minutes: number, { azure = true } = {}) {
  forwardMs += minutes * 60_000
  if (azure) app.simulator.clock.advance(minutes * 60_000)
  await expireEmergencyAccess(app.context)
  await app.drain()
}
const removals = (since: number) =>
  app.simulator.exchanges
    .list()
    .slice(since)
    .filter(({ method, path }) => method === 'PUT' && /roleassignmentschedulerequests/i.test(path)).length

describe('endEmergencyAccess', () => {
  it('removes the role, confirms the removal, and requests the post-use report', async () => {
    const { account, id } = await grantAccessTo(app, 0)
    const response = await clientOf(app, 'Priya').post(`/emergency-access/${id}/end`)
    expect([response.status, response.body.status, response.body.endedBy.displayName]).toEqual([202, 'ending', 'Priya Raman'])
    await app.drain()
    const row = await emergencyRow(app, id)
    expect(row.status).toBe('ended')
    expect(row.report_due_at!.getTime() - row.ended_at!.getTime()).toBe(24 * 3_600_000)
    expect(await hasRole(app, 'Priya', account.subscriptionId!)).toBe(false)
    expect(await notificationKeys(app, 'Priya', id)).toEqual(['opening', 'active', 'ended', 'write'])
    expect(await notificationKeys(app, 'Daniel', id)).toEqual(['opening', 'active', 'ended'])
  })

  it('lets owners and administrators end another person’s access', async () => {
    for (const [n, personaName] of [
      [1, 'Daniel'],
      [2, 'Niamh'],
    ] as const) {
      const id = await insertEmergencyAccess(app, n, 'active')
      expect((await clientOf(app, personaName).post(`/emergency-access/${id}/end`)).status).toBe(202)
    }
    await app.drain()
  })

  it('records that Azure has already ended the role, without a call to remove it', async () => {
    const { account, id } = await grantAccessTo(app, 3)
    await expireEmergencyAccess(app.context)
    expect((await emergencyRow(app, id)).status).toBe('active')
    const since = app.simulator.exchanges.list().length
    await advanceTime(31)
    expect(await emergencyRow(app, id)).toMatchObject({ status: 'ended', ended_by: null })
    expect(await hasRole(app, 'Priya', account.subscriptionId!)).toBe(false)
    expect(removals(since)).toBe(0)
    const systemActions = await systemActionsOf(app, account.id)
    expect(systemActions.filter(([action]) => action !== 'emergencyIncidentSynced')).toEqual([
      ['emergencyAccessGiven', 'giveEmergencyRole'],
      ['emergencyAccessOver', 'clock'],
      ['emergencyAccessEnded', 'endEmergencyRole'],
    ])
    expect(systemActions).toContainEqual(['emergencyIncidentSynced', 'openEmergencyIncident'])
  })

  it('removes the role if Azure does not end it', async () => {
    const { account, id } = await grantAccessTo(app, 4)
    await advanceTime(33, { azure: false })
    expect((await emergencyRow(app, id)).status).toBe('ended')
    expect(await hasRole(app, 'Priya', account.subscriptionId!)).toBe(false)
    app.simulator.clock.advance(33 * 60_000)
  })

  it('sends one reminder, escalates an overdue report once, and blocks new access until an administrator lifts the block', async () => {
    const id = await insertEmergencyAccess(app, 5, 'ended')
    await advanceTime(20 * 60 + 1)
    await advanceTime(1)
    expect((await notificationKeys(app, 'Priya', id)).filter((event) => event === 'soon')).toHaveLength(1)
    await advanceTime(4 * 60)
    await advanceTime(1)
    for (const personaName of ['Priya', 'Daniel'])
      expect((await notificationKeys(app, personaName, id)).filter((event) => event === 'overdue')).toHaveLength(1)
    const listResponse = await clientOf(app, 'Priya').get('/emergency-access?open=true')
    expect(listResponse.body.items.find((item: { id: string }) => item.id === id)).toMatchObject({ overdue: true })
    const rejection = await startEmergency(app, 6)
    expect(rejection.answer.status).toBe(409)
    const overdueAccess = listResponse.body.items.filter(({ overdue }: { overdue: boolean }) => overdue)
    expect(overdueAccess.map(({ reference }: { reference: string }) => emergencyProblems.overdue(reference))).toContain(
      rejection.answer.body.message,
    )
    const dueReports = await app.db.selectFrom('emergency_accesses').select('id').where('status', '=', 'ended').execute()
    for (const each of dueReports) expect((await clientOf(app, 'Niamh').post(`/emergency-access/${each.id}/lift`)).status).toBe(200)
    expect((await startEmergency(app, 6)).answer.status).toBe(201)
    await app.drain()
  })

  it('cancels access before the request is sent to Azure, and notifies the account’s owners', async () => {
    const down = app.simulator.faults.add({
      service: 'arm',
      method: 'PUT',
      path: '/roleAssignmentScheduleRequests/',
      action: { kind: 'status', status: 503, body: {} },
    })
    const { account, id } = await startEmergency(app, 11)
    await until(async () => (await emergencyRow(app, id)).starts_at !== null)
    const response = await clientOf(app, 'Daniel').post(`/emergency-access/${id}/end`)
    expect(response).toMatchObject({ status: 202, body: { status: 'opening', endedBy: { id: app.persona('Daniel').id } } })
    expect((await clientOf(app, 'Priya').post(`/emergency-access/${id}/end`)).body).toMatchObject({
      code: 'wrongState',
    })
    await until(async () => (await emergencyRow(app, id)).status === 'failed')
    app.simulator.faults.remove(down)
    await advanceTime(0)
    expect(await emergencyRow(app, id)).toMatchObject({
      failure: expect.stringContaining(app.persona('Daniel').displayName),
      ended_at: expect.any(Date),
    })
    expect(await hasRole(app, 'Priya', account.subscriptionId!)).toBe(false)
    expect(await notificationKeys(app, 'Daniel', id)).toEqual(['opening', 'cancellation'])
    expect(await systemActionsOf(app, account.id)).toContainEqual(['emergencyAccessCancelled', 'giveEmergencyRole'])
  })

  it('removes a role that Azure is granting at the same moment', async () => {
    const grantGate = gate(app.simulator, { service: 'arm', method: 'PUT', path: '/roleAssignmentScheduleRequests/' })
    const { account, id } = await startEmergency(app, 12)
    await grantGate.reached
    expect((await clientOf(app, 'Priya').post(`/emergency-access/${id}/end`)).status).toBe(202)
    grantGate.open()
    await app.drain()
    expect(await emergencyRow(app, id)).toMatchObject({ status: 'ended', ended_by: app.persona('Priya').id })
    expect(await hasRole(app, 'Priya', account.subscriptionId!)).toBe(false)
    expect(await notificationKeys(app, 'Priya', id)).toEqual(['opening', 'active', 'ended', 'write'])
  })

  it('removes a role that a failed activation left in Azure', async () => {
    const { account, id } = await grantAccessTo(app, 7)
    await sql`alter table emergency_accesses disable trigger emergency_accesses_transitions`.execute(app.db)
    await app.db.updateTable('emergency_accesses').set({ status: 'failed' }).where('id', '=', id).execute()
    await sql`alter table emergency_accesses enable trigger emergency_accesses_transitions`.execute(app.db)
    expect(await hasRole(app, 'Priya', account.subscriptionId!)).toBe(true)
    await advanceTime(0)
    expect(await hasRole(app, 'Priya', account.subscriptionId!)).toBe(false)
    expect(await emergencyRow(app, id)).toMatchObject({ status: 'failed', ended_at: expect.any(Date) })
  })

  describe('other callers', () => {
    let id: string
    beforeAll(async () => {
      id = await insertEmergencyAccess(app, 8, 'active')
    })
    roleSuite(
      'endEmergencyAccess',
      () => app,
      () => ({ path: `/emergency-access/${id}/end` }),
    )
    it('denies an auditor', async () => {
      expect((await clientOf(app, 'Grace').post(`/emergency-access/${id}/end`)).status).toBe(403)
      expect((await emergencyRow(app, id)).status).toBe('active')
    })
  })

  it('rejects ended access and an old version, and returns 404 for unknown access', async () => {
    const id = await insertEmergencyAccess(app, 9, 'active')
    const staleResponse = await clientOf(app, 'Priya').post(`/emergency-access/${id}/end`, undefined, { 'if-match': '"9"' })
    expect(staleResponse.status).toBe(412)
    const pair = await Promise.all([
      clientOf(app, 'Priya').post(`/emergency-access/${id}/end`),
      clientOf(app, 'Daniel').post(`/emergency-access/${id}/end`),
    ])
    expect(pair.map(({ status }) => status).sort()).toEqual([202, 409])
    expect((await clientOf(app, 'Priya').post(`/emergency-access/${crypto.randomUUID()}/end`)).status).toBe(404)
    await app.drain()
  })

  it('ends access once Azure responds again', async () => {
    const { account, id } = await grantAccessTo(app, 10)
    const fault = app.simulator.faults.add({
      service: 'arm',
      count: 1,
      action: { kind: 'status', status: 200, body: '<html>Asleep</html>', headers: { 'content-type': 'text/html' } },
    })
    expect((await clientOf(app, 'Priya').post(`/emergency-access/${id}/end`)).status).toBe(202)
    await app.drain()
    app.simulator.faults.remove(fault)
    expect((await emergencyRow(app, id)).status).toBe('ended')
    expect(await hasRole(app, 'Priya', account.subscriptionId!)).toBe(false)
  })
})
