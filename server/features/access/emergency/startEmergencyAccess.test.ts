import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { until } from '../../../../test/until.ts'
import {
  accountOf,
  as,
  begin,
  emergencyRow,
  grantAccessTo,
  holds,
  incidentOf,
  notificationKeys,
  reason,
  wanted,
} from './emergency.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  // The tests rely on the synced copy of the group when the directory is slow, so it must be fresh.
  await app.db.updateTable('directory_groups').set({ checked_at: new Date() }).execute()
})
afterAll(() => app.close())

const path = (n: number) => `/accounts/${accountOf(app, n).id}/emergency-access`
/** An unreadable response, which is not retried. */
const down = { kind: 'status', status: 200, body: '<html>Asleep</html>', headers: { 'content-type': 'text/html' } } as const
const rows = async () => (await app.db.selectFrom('emergency_accesses').select('id').execute()).length
const puts = () =>
  app.simulator.exchanges.list().filter(({ method, path }) => method === 'PUT' && /roleassignmentschedulerequests/i.test(path)).length

describe('startEmergencyAccess', () => {
  it('grants the role immediately, opens an incident, and notifies those responsible for the account', async () => {
    await Promise.all(['Niamh', 'Grace'].map((who) => as(app, who).get('/me')))
    const { account, answer, id } = await begin(app, 0)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({
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
    expect(await holds(app, 'Priya', account.subscriptionId!)).toBe(true)
    const item = await app.context.clients.servicenow.getByCorrelationId(account.id)
    expect(await incidentOf(app, row.incident_number!)).toMatchObject({ cmdb_ci: item!.sys_id, state: '1', correlation_id: id })
    for (const who of ['Priya', 'Daniel', 'Margaret', 'Niamh', 'Grace'])
      expect(await notificationKeys(app, who, id)).toEqual(['opening', 'active'])
    expect(await notificationKeys(app, 'Tomasz', id)).toEqual([])
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'startEmergencyAccess')
      .where('subject_id', '=', account.id)
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ outcome: 'allowed', after: { emergencyAccess: { reason } } })
  })

  it('uses the named incident, and does not close it', async () => {
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

  it('grants the role while ServiceNow is down, and opens the incident later', async () => {
    const fault = app.simulator.faults.add({ service: 'servicenow', action: down })
    const { account, answer, id } = await begin(app, 2, { incident: 'INC0010001' })
    expect(answer.status).toBe(201)
    await until(async () => (await emergencyRow(app, id)).status === 'active')
    expect(await holds(app, 'Priya', account.subscriptionId!)).toBe(true)
    expect((await emergencyRow(app, id)).incident_number).toBeNull()
    app.simulator.faults.remove(fault)
    await app.drain()
    expect((await emergencyRow(app, id)).incident_number).toMatch(/^INC/)
  })

  it('grants the role once when Azure’s response is lost', async () => {
    app.simulator.faults.add({
      service: 'arm',
      method: 'PUT',
      path: '/roleAssignmentScheduleRequests/',
      count: 1,
      action: { kind: 'reset', when: 'after' },
    })
    const before = puts()
    const { account, row } = await grantAccessTo(app, 3)
    expect(row.status).toBe('active')
    expect(await holds(app, 'Priya', account.subscriptionId!)).toBe(true)
    expect(puts() - before).toBeGreaterThanOrEqual(1)
    const orders = await app.db
      .selectFrom('work_runs')
      .select('id')
      .where('subject_id', '=', row.id)
      .where('kind', '=', 'giveEmergencyRole')
      .execute()
    expect(orders).toHaveLength(1)
  })

  roleSuite(
    'startEmergencyAccess',
    () => app,
    () => ({ path: path(4), body: wanted() }),
  )

  it('denies owners and administrators who are not on call', async () => {
    const before = await rows()
    for (const who of ['Daniel', 'Niamh', 'Grace']) {
      const answer = await as(app, who).post(path(4), wanted())
      expect([answer.status, answer.body.message]).toEqual([
        403,
        expect.stringMatching(/You aren’t on call: you aren’t a member of Commerce On Call/),
      ])
    }
    expect(await rows()).toBe(before)
  })

  it('denies a weak or old sign-in with a step-up challenge', async () => {
    const before = [await rows(), puts()]
    const weak = app.as(app.persona('Priya').id, [], { strong: false })
    const answer = await weak.post(path(4), wanted())
    expect([answer.status, answer.body.code]).toEqual([401, 'stepUpNeeded'])
    const claims = /^Bearer error="insufficient_claims", claims="([^"]+)"$/.exec(String(answer.headers['www-authenticate']))![1]!
    expect(JSON.parse(Buffer.from(claims, 'base64').toString())).toEqual({ access_token: { acrs: { essential: true, value: 'c1' } } })
    expect([await rows(), puts()]).toEqual(before)
  })

  it('denies an account outside the profile’s scope, and a disabled profile', async () => {
    const elsewhere = app.company.accounts.find(
      (account) => account.status === 'active' && account.towerId !== accountOf(app, 0).towerId && account.kind === 'cloud',
    )!
    expect((await as(app, 'Priya').post(`/accounts/${elsewhere.id}/emergency-access`, wanted())).status).toBe(403)
    await app.db.updateTable('emergency_profiles').set({ enabled: false }).where('id', '=', wanted().profileId).execute()
    expect((await as(app, 'Priya').post(path(4), wanted())).status).toBe(403)
    await app.db.updateTable('emergency_profiles').set({ enabled: true }).where('id', '=', wanted().profileId).execute()
  })

  it('denies a person who just left the directory group', async () => {
    const profile = await app.db.selectFrom('emergency_profiles').selectAll().where('id', '=', wanted().profileId).executeTakeFirstOrThrow()
    const { graph } = app.context.clients
    const gone = app.company.groups.find((group) => group.id === profile.directory_group_id)!.memberIds.at(-1)!
    await graph.removeGroupMember(profile.directory_group_id, gone)
    expect((await app.as(gone, []).post(path(4), wanted())).status).toBe(403)
  })

  it('rejects a second start in the account, also concurrently', async () => {
    const both = await Promise.all([begin(app, 5), begin(app, 5)])
    expect(both.map(({ answer }) => answer.status).sort()).toEqual([201, 409])
    await app.drain()
    const third = await begin(app, 5)
    expect([third.answer.status, third.answer.body.message]).toEqual([
      409,
      expect.stringMatching(/^You already have emergency access: EMG-/),
    ])
  })

  it('rejects a duration above the profile’s limit, a short reason, and an unknown incident', async () => {
    expect((await begin(app, 6, { minutes: 121 })).answer.body.errors).toMatchObject([{ field: 'minutes' }])
    expect((await begin(app, 6, { reason: 'It is broken.' })).answer.status).toBe(400)
    expect((await begin(app, 6, { incident: 'INC9999999' })).answer.body.errors).toMatchObject([
      { field: 'incident', message: expect.stringMatching(/has no INC9999999 about/) },
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
    const refused = await begin(app, 7)
    expect([refused.answer.status, refused.answer.body.code]).toEqual([502, 'outsideFailed'])
    await checkedAt(1)
    const [stranger, member] = await Promise.all([as(app, 'Daniel').post(path(7), wanted()), begin(app, 7)])
    expect([stranger.status, member.answer.status]).toEqual([403, 201])
    app.simulator.faults.remove(fault)
    await app.drain()
  })

  it('leaves no role behind when Azure refuses, and notifies everyone concerned', async () => {
    const body = { error: { code: 'RoleAssignmentRequestPolicyValidationFailed', message: 'The following policy rules failed' } }
    const fault = app.simulator.faults.add({
      service: 'arm',
      method: 'PUT',
      path: '/roleAssignmentScheduleRequests/',
      action: { kind: 'status', status: 400, body },
    })
    const { account, id } = await begin(app, 8)
    await until(async () => (await emergencyRow(app, id)).status === 'failed')
    app.simulator.faults.remove(fault)
    expect(await holds(app, 'Priya', account.subscriptionId!)).toBe(false)
    expect(await notificationKeys(app, 'Daniel', id)).toEqual(['opening', 'failed'])
    const retried = await begin(app, 8)
    expect(retried.answer.status).toBe(201)
  })
})
