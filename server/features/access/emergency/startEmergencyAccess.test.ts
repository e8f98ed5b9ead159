import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import { unknownTicket } from '../pim/checkTicket.ts'
import {
  accountOf,
  clientOf,
  emergencyRow,
  grantAccessTo,
  hasRole,
  incidentOf,
  notificationKeys,
  reason,
  requestBody,
  startEmergency,
} from './emergency.fixture.ts'
import { notOnCall } from './onCall.ts'
import { emergencyProblems } from './policy.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  // The tests use the synced copy of the group when the directory is slow, so the copy must be fresh.
  await app.db.updateTable('directory_groups').set({ checked_at: new Date() }).execute()
})
afterAll(() => app.close())

const path = (n: number) => `/accounts/${accountOf(app, n).id}/emergency-access`
/** A response that Slipway can’t read. Such a call is not retried. */
const down = { kind: 'status', status: 200, body: '<html>Asleep</html>', headers: { 'content-type': 'text/html' } } as const
const rows = async () => (await app.db.selectFrom('emergency_accesses').select('id').execute()).length
const countPuts = () =>
  app.simulator.exchanges.list().filter(({ method, path }) => method === 'PUT' && /roleassignmentschedulerequests/i.test(path)).length

describe('startEmergencyAccess', () => {
  it('grants the role immediately, opens an incident, and notifies the people responsible for the account', async () => {
    await Promise.all(['Niamh', 'Grace'].map((personaName) => clientOf(app, personaName).get('/me')))
    const { account, answer: response, id } = await startEmergency(app, 0)
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({
      reference: expect.stringMatching(/^EMG-\d{4}-\d{4}$/),
      status: 'opening',
      role: 'Contributor',
      minutes: 30,
      reason,
      incident: null,
      can: { end: true, write: expect.any(String) },
    })
    await app.drain()
    const row = await emergencyRow(app, id)
    expect(row).toMatchObject({ status: 'active', incident_opened: true })
    expect(row.ends_at!.getTime() - row.starts_at!.getTime()).toBe(30 * 60_000)
    expect(await hasRole(app, 'Priya', account.subscriptionId!)).toBe(true)
    const item = await app.context.clients.servicenow.getByCorrelationId(account.id)
    expect(await incidentOf(app, row.incident_number!)).toMatchObject({ cmdb_ci: item!.sys_id, state: '1', correlation_id: id })
    for (const personaName of ['Priya', 'Daniel', 'Margaret', 'Niamh', 'Grace'])
      expect(await notificationKeys(app, personaName, id)).toEqual(['opening', 'active'])
    expect(await notificationKeys(app, 'Tomasz', id)).toEqual([])
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'startEmergencyAccess')
      .where('subject_id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ outcome: 'allowed', after: { emergencyAccess: { reason } } })
  })

  it('uses the incident in the request, and does not close it', async () => {
    const { servicenow } = app.context.clients
    const item = await servicenow.getByCorrelationId(accountOf(app, 1).id)
    const major = await servicenow.openIncident({
      correlationId: 'major',
      title: 'Checkout is down',
      description: '',
      itemSysId: item!.sys_id,
      impact: 1,
      urgency: 1,
    })
    const { row } = await grantAccessTo(app, 1, { incident: major.number.toLowerCase() })
    expect(row).toMatchObject({ incident_number: major.number, incident_opened: false })
    const notes = app.simulator.exchanges.list().filter(({ method, path }) => method === 'PATCH' && path.includes(major.sys_id))
    expect(notes).toHaveLength(1)
  })

  it('grants the role while ServiceNow is down, and later opens an incident instead of using one of another account', async () => {
    const { servicenow } = app.context.clients
    const otherConfigurationItem = await servicenow.getByCorrelationId(accountOf(app, 4).id)
    const otherIncident = await servicenow.openIncident({
      correlationId: 'of another account',
      title: 'Payroll is slow',
      description: '',
      itemSysId: otherConfigurationItem!.sys_id,
      impact: 2,
      urgency: 2,
    })
    const fault = app.simulator.faults.add({ service: 'servicenow', action: down })
    const { account, answer: response, id } = await startEmergency(app, 2, { incident: otherIncident.number })
    expect(response.status).toBe(201)
    await until(async () => (await emergencyRow(app, id)).status === 'active')
    expect(await hasRole(app, 'Priya', account.subscriptionId!)).toBe(true)
    expect((await emergencyRow(app, id)).incident_number).toBeNull()
    app.simulator.faults.remove(fault)
    await app.drain()
    const row = await emergencyRow(app, id)
    expect(row).toMatchObject({ incident_opened: true, incident_number: expect.stringMatching(/^INC/) })
    expect(row.incident_number).not.toBe(otherIncident.number)
    const writes = app.simulator.exchanges.list().filter(({ method, path }) => method === 'PATCH' && path.includes(otherIncident.sys_id))
    expect(writes).toEqual([])
  })

  it('grants the role once when Azure’s response is lost', async () => {
    app.simulator.faults.add({
      service: 'arm',
      method: 'PUT',
      path: '/roleAssignmentScheduleRequests/',
      count: 1,
      action: { kind: 'reset', when: 'after' },
    })
    const countBefore = countPuts()
    const { account, row } = await grantAccessTo(app, 3)
    expect(row.status).toBe('active')
    expect(await hasRole(app, 'Priya', account.subscriptionId!)).toBe(true)
    expect(countPuts() - countBefore).toBeGreaterThanOrEqual(1)
    const runs = await app.db
      .selectFrom('work_runs')
      .select('id')
      .where('subject_id', '=', row.id)
      .where('kind', '=', 'giveEmergencyRole')
      .execute()
    expect(runs).toHaveLength(1)
  })

  roleSuite(
    'startEmergencyAccess',
    () => app,
    () => ({ path: path(4), body: requestBody() }),
  )

  it('denies owners and administrators who are not on call', async () => {
    const countBefore = await rows()
    for (const personaName of ['Daniel', 'Niamh', 'Grace']) {
      const response = await clientOf(app, personaName).post(path(4), requestBody())
      expect([response.status, response.body.message]).toEqual([403, notOnCall('Commerce On Call')])
    }
    expect(await rows()).toBe(countBefore)
  })

  it('denies a weak or old sign-in with a step-up challenge', async () => {
    const countsBefore = [await rows(), countPuts()]
    const weakCaller = app.as(app.persona('Priya').id, [], { strong: false })
    const response = await weakCaller.post(path(4), requestBody())
    expect([response.status, response.body.code]).toEqual([401, 'stepUpNeeded'])
    const claims = /^Bearer error="insufficient_claims", claims="([^"]+)"$/.exec(String(response.headers['www-authenticate']))![1]!
    expect(JSON.parse(Buffer.from(claims, 'base64').toString())).toEqual({ access_token: { acrs: { essential: true, value: 'c1' } } })
    expect([await rows(), countPuts()]).toEqual(countsBefore)
  })

  it('denies an account outside the profile’s scope, and a disabled profile', async () => {
    const accountOfOtherTower = app.company.accounts.find(
      (account) => account.status === 'active' && account.towerId !== accountOf(app, 0).towerId && account.kind === 'cloud',
    )!
    expect((await clientOf(app, 'Priya').post(`/accounts/${accountOfOtherTower.id}/emergency-access`, requestBody())).status).toBe(403)
    await app.db.updateTable('emergency_profiles').set({ enabled: false }).where('id', '=', requestBody().profileId).execute()
    expect((await clientOf(app, 'Priya').post(path(4), requestBody())).status).toBe(403)
    await app.db.updateTable('emergency_profiles').set({ enabled: true }).where('id', '=', requestBody().profileId).execute()
  })

  it('denies a person who just left the directory group', async () => {
    const profile = await app.db
      .selectFrom('emergency_profiles')
      .selectAll()
      .where('id', '=', requestBody().profileId)
      .executeTakeFirstOrThrow()
    const { graph } = app.context.clients
    const missingId = app.company.groups.find((group) => group.id === profile.directory_group_id)!.memberIds.at(-1)!
    await graph.removeGroupMember(profile.directory_group_id, missingId)
    expect((await app.as(missingId, []).post(path(4), requestBody())).status).toBe(403)
  })

  it('rejects a second start in the account, even concurrently', async () => {
    const pair = await Promise.all([startEmergency(app, 5), startEmergency(app, 5)])
    expect(pair.map(({ answer: response }) => response.status).sort()).toEqual([201, 409])
    await app.drain()
    const thirdResponse = await startEmergency(app, 5)
    const { reference } = pair.find(({ answer }) => answer.status === 201)!.answer.body
    expect([thirdResponse.answer.status, thirdResponse.answer.body.message]).toEqual([409, emergencyProblems.open(reference)])
  })

  it('rejects a duration above the profile’s limit, a short reason, and an unknown incident', async () => {
    expect((await startEmergency(app, 6, { minutes: 121 })).answer.body.errors).toMatchObject([{ field: 'minutes' }])
    expect((await startEmergency(app, 6, { reason: 'It is broken.' })).answer.status).toBe(400)
    expect((await startEmergency(app, 6, { incident: 'INC9999999' })).answer.body.errors).toMatchObject([
      { field: 'incident', message: unknownTicket('INC9999999', accountOf(app, 6)) },
    ])
  })

  it('fails when the directory is down and the synced copy is old, but uses a recent copy', async () => {
    const fault = app.simulator.faults.add({
      service: 'graph',
      path: 'checkMemberGroups',
      action: down,
    })
    const checkedAt = (minutesAgo: number) =>
      app.db
        .updateTable('directory_groups')
        .set({ checked_at: new Date(Date.now() - minutesAgo * 60_000) })
        .execute()
    await checkedAt(16)
    const rejection = await startEmergency(app, 7)
    expect([rejection.answer.status, rejection.answer.body.code]).toEqual([502, 'outsideFailed'])
    await checkedAt(1)
    const [outsiderResponse, member] = await Promise.all([clientOf(app, 'Daniel').post(path(7), requestBody()), startEmergency(app, 7)])
    expect([outsiderResponse.status, member.answer.status]).toEqual([403, 201])
    app.simulator.faults.remove(fault)
    await app.drain()
  })

  it('doesn’t leave a role behind when Azure rejects the request, and notifies the owners', async () => {
    const body = { error: { code: 'RoleAssignmentRequestPolicyValidationFailed', message: 'The following policy rules failed' } }
    const fault = app.simulator.faults.add({
      service: 'arm',
      method: 'PUT',
      path: '/roleAssignmentScheduleRequests/',
      action: { kind: 'status', status: 400, body },
    })
    const { account, id } = await startEmergency(app, 8)
    await until(async () => (await emergencyRow(app, id)).status === 'failed')
    app.simulator.faults.remove(fault)
    expect(await hasRole(app, 'Priya', account.subscriptionId!)).toBe(false)
    expect(await notificationKeys(app, 'Daniel', id)).toEqual(['opening', 'failed'])
    const retriedStart = await startEmergency(app, 8)
    expect(retriedStart.answer.status).toBe(201)
  })
})
