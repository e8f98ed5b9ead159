import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { failureTexts } from './activation/reconcileOrder.ts'
import { advancePrivilegedRoles } from './advancePrivilegedRoles.ts'
import { rejectedInAzure, ruleLabels } from './azureErrors.ts'
import {
  accountOf,
  activateRole,
  activation,
  activationRow,
  administrator,
  eligibleGroup,
  mockAzureFault,
  monitoringReader,
  roleIds,
  sentOrders,
  ticketFor,
  waitForActivationStatus,
} from './pim.fixture.ts'

let app: TestApp
let clockOffsetMs = 0
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + clockOffsetMs) })
})
afterAll(() => app.close())
beforeEach(() => {
  clockOffsetMs = 0
  app.simulator.exchanges.clear()
})

const as = (givenName: string) => app.as(app.persona(givenName).id)
const events = (accountId: string) =>
  app.db
    .selectFrom('audit_events')
    .select(['outcome', 'after'])
    .where('operation', '=', 'createPimAssignment')
    .where('subject_id', '=', accountId)
    .orderBy('id')
    .execute()
const rows = (accountId: string) => app.db.selectFrom('pim_activations').selectAll().where('account_id', '=', accountId).execute()

describe('createPimAssignment', () => {
  it('activates the role for the time, records the eligibility, and notifies the person', async () => {
    const account = accountOf(app, 0)
    const response = await activateRole(app, 0)
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({ status: 'active', role: 'Contributor', account: { id: account.id }, problem: null })
    expect(Date.parse(response.body.endsAt) - Date.parse(response.body.startsAt)).toBe(3_600_000)
    expect(sentOrders(app)).toMatchObject([
      {
        principalId: app.persona('Daniel').id,
        requestType: 'AdminAssign',
        justification: 'To restart the payment service.',
        scheduleInfo: { expiration: { type: 'AfterDuration', duration: 'PT60M' } },
      },
    ])
    // Azure documents this field for self-activation only.
    expect(sentOrders(app)[0]).not.toHaveProperty('linkedRoleEligibilityScheduleId')
    expect(await rows(account.id)).toMatchObject([{ linked_eligibility_id: expect.stringContaining('RoleEligibilitySchedules') }])
    const { items } = (await as('Daniel').get(`/accounts/${account.id}/getPimRoleEligibility`)).body
    expect(items[0]).toMatchObject({
      name: 'Contributor',
      active: { until: response.body.endsAt },
      activation: { id: response.body.id },
      can: { activate: expect.any(String) },
    })
    expect(await events(account.id)).toMatchObject([
      { outcome: 'allowed', after: { privilegedRole: { role: 'Contributor', durationMinutes: 60, personId: app.persona('Daniel').id } } },
    ])
  })

  it('activates a role that the person has through a group for that person alone', async () => {
    await eligibleGroup(app, accountOf(app, 1).subscriptionId, monitoringReader, [app.persona('Priya').id])
    const response = await activateRole(app, 1, { roleDefinitionId: monitoringReader }, { who: 'Priya' })
    expect(response.body).toMatchObject({ status: 'active' })
    expect(sentOrders(app)).toMatchObject([{ principalId: app.persona('Priya').id }])
  })

  it('requires a valid ticket if the policy requires one', async () => {
    const ticket = ticketFor(app, accountOf(app, 2))
    expect((await activateRole(app, 2, { roleDefinitionId: administrator, ticket })).body).toMatchObject({
      status: 'active',
      ticket: ticket.number,
      ticketUrl: expect.stringContaining(`/change_request.do?sysparm_query=number%3D${ticket.number}`),
    })
    expect(sentOrders(app)).toMatchObject([{ ticketInfo: { ticketNumber: ticket.number, ticketSystem: 'ServiceNow' } }])
  })

  it('schedules the activation in Azure, and activates it at its start', async () => {
    const startsAt = new Date(Date.now() + 3 * 3_600_000).toISOString()
    const { body } = await activateRole(app, 3, { startsAt })
    expect(body).toMatchObject({ status: 'scheduled', startsAt })
    expect(sentOrders(app)).toMatchObject([{ scheduleInfo: { startDateTime: startsAt } }])
    expect(await activation(app, 3)).toEqual([])
    clockOffsetMs = 3.1 * 3_600_000
    await advancePrivilegedRoles(app.context)
    await waitForActivationStatus(app, body.id, 'active')
    const notifications = await app.db.selectFrom('notifications').select('title').where('subject_id', '=', body.id).execute()
    expect(notifications).toEqual([{ title: expect.stringContaining('Contributor') }])
    clockOffsetMs = 5 * 3_600_000
    await advancePrivilegedRoles(app.context)
    await waitForActivationStatus(app, body.id, 'ended')
  })

  it('activates the role once when Azure’s response is lost', async () => {
    mockAzureFault(app, { kind: 'reset', when: 'after' }, { count: 1 })
    const { body } = await activateRole(app, 4)
    await waitForActivationStatus(app, body.id, 'active')
    expect(await activation(app, 4)).toHaveLength(1)
  })

  it('reports a rejection that Azure decides later', async () => {
    const denied = mockAzureFault(app, { kind: 'failAsync', code: 'Denied', message: 'no' })
    const { body } = await activateRole(app, 5)
    app.simulator.faults.remove(denied)
    await waitForActivationStatus(app, body.id, 'failed')
    expect((await activationRow(app, body.id)).problem).toContain(rejectedInAzure)
    expect((await activateRole(app, 5)).body.status).toBe('active')
  })

  it('returns the same response for the same idempotency key', async () => {
    const headers = { 'idempotency-key': 'activate-once-0001' }
    const firstResponse = await activateRole(app, 6, {}, { headers })
    expect(firstResponse.status).toBe(201)
    expect((await activateRole(app, 6, {}, { headers })).body.id).toBe(firstResponse.body.id)
    expect(sentOrders(app)).toHaveLength(1)
  })

  roleSuite(
    'createPimAssignment',
    () => app,
    () => ({ path: `/accounts/${accountOf(app, 7).id}/createAssignment`, body: {} }),
  )

  it('denies a role that the person isn’t eligible for, even to owners and administrators, without a call to Azure', async () => {
    const account = accountOf(app, 7)
    const deniedOf = async () => (await events(account.id)).filter(({ outcome }) => outcome === 'denied').length
    const countBefore = await deniedOf()
    for (const [givenName, role] of [
      ['Daniel', monitoringReader],
      ['Niamh', roleIds.contributor],
      ['Tomasz', roleIds.contributor],
    ] as const) {
      const response = await activateRole(app, 7, { roleDefinitionId: role }, { who: givenName })
      expect(response.body).toMatchObject({ status: 403, code: 'forbidden' })
    }
    expect(sentOrders(app)).toEqual([])
    expect(await rows(account.id)).toEqual([])
    expect((await deniedOf()) - countBefore).toBe(3)
  })

  it.each(['principalId', 'personId', 'scope', 'requestType', 'status', 'approvedBy', 'maxMinutes'])(
    'rejects a body that sets %s',
    async (field) => {
      expect((await activateRole(app, 7, { [field]: app.persona('Priya').id })).status).toBe(400)
      expect(sentOrders(app)).toEqual([])
    },
  )

  it('denies a sign-in that is weak or old with a step-up challenge, if the role requires one', async () => {
    const response = await activateRole(app, 7, {}, { strong: false })
    expect(response.status).toBe(401)
    expect(response.body.code).toBe('stepUpNeeded')
    expect(response.headers['www-authenticate']).toContain('claims="')
    expect(await rows(accountOf(app, 7).id)).toEqual([])
  })

  it('denies a ticket for another account, a closed ticket, and one that can’t be verified', async () => {
    const requestBody = { roleDefinitionId: administrator }
    for (const ticket of [
      ticketFor(app, accountOf(app, 8)),
      { number: 'CHG0090005' },
      { number: 'CHG9999999' },
      { ...ticketFor(app, accountOf(app, 7)), system: 'Jira' },
    ]) {
      const response = await activateRole(app, 7, { ...requestBody, ticket })
      expect([ticket.number, response.status, response.body.errors?.[0]?.field]).toEqual([ticket.number, 400, 'ticket'])
    }
    const down = app.simulator.faults.add({ service: 'servicenow', action: { kind: 'status', status: 403, body: {} } })
    const response = await activateRole(app, 7, { ...requestBody, ticket: ticketFor(app, accountOf(app, 7)) })
    app.simulator.faults.remove(down)
    expect(response.body.code).toBe('outsideFailed')
    expect(sentOrders(app)).toEqual([])
  })

  it('activates the role once when fifty calls arrive concurrently', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => activateRole(app, 8)))
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(responses.map(({ status }) => status)).difference(new Set([201, 409, 502]))).toEqual(new Set())
    const { id } = responses.find(({ status }) => status === 201)!.body
    await waitForActivationStatus(app, id, 'active')
    expect(sentOrders(app)).toHaveLength(1)
    expect(await rows(accountOf(app, 8).id)).toHaveLength(1)
    expect((await activateRole(app, 8)).body).toMatchObject({ code: 'wrongState' })
  })

  it('rejects a duration above the limit, a missing ticket, and a start in the past or too far ahead', async () => {
    expect((await activateRole(app, 9, { durationMinutes: 481 })).body.errors).toEqual([
      { field: 'durationMinutes', message: expect.stringContaining('8 hours') },
    ])
    expect((await activateRole(app, 9, { roleDefinitionId: administrator })).body.errors).toEqual([
      { field: 'ticket', message: expect.any(String) },
    ])
    for (const days of [-1, 31]) {
      const startsAt = new Date(Date.now() + days * 86_400_000).toISOString()
      expect((await activateRole(app, 9, { startsAt })).body.errors).toMatchObject([{ field: 'startsAt' }])
    }
    expect(sentOrders(app)).toEqual([])
  })

  it.each(Object.entries(ruleLabels))(
    'rejects an activation that Azure’s policy rejects with %s, before it writes anything',
    async (rule, expected) => {
      const error = { code: 'RoleAssignmentRequestPolicyValidationFailed', message: `The following policy rules failed: ["${rule}"]` }
      const fault = mockAzureFault(app, { kind: 'status', status: 400, body: { error } }, { method: 'POST', path: 'validate' })
      const { body } = await activateRole(app, 9)
      app.simulator.faults.remove(fault)
      expect(body).toMatchObject({ code: 'invalidRequest', message: expected.message })
      expect(body.message).toContain(`(${rule})`)
      expect(body.errors?.map(({ field }: { field: string }) => field) ?? []).toEqual(expected.field ? [expected.field] : [])
      expect(await rows(accountOf(app, 9).id)).toEqual([])
    },
  )

  it.each(['RoleAssignmentExists', 'PendingRoleAssignmentRequest'])(
    'notifies the person when Azure responds with %s after the validation',
    async (code) => {
      const error = { code, message: 'no' }
      const fault = mockAzureFault(app, { kind: 'status', status: 400, body: { error } })
      const { body } = await activateRole(app, 9)
      await waitForActivationStatus(app, body.id, 'failed')
      app.simulator.faults.remove(fault)
      expect((await activationRow(app, body.id)).problem).toContain(`(${code})`)
      const notifications = await app.db.selectFrom('notifications').select('title').where('subject_id', '=', body.id).execute()
      expect(notifications).toEqual([{ title: `Contributor: ${failureTexts.assign}` }])
    },
  )
})
