import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { roleSuite } from '../../../test/roleSuite.ts'
import { accountOf, eligibleGroup, monitoringReader, roleIds } from './pim.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())
beforeEach(() => app.simulator.exchanges.clear())

const administrator = '18d7d88d-d35e-4fb5-a5c3-7773c20a72d9'
const as = (who: string) => app.as(app.persona(who).id)
const take = (who: string, n: number, change: Record<string, unknown> = {}, headers?: Record<string, string>) =>
  as(who).post(
    `/accounts/${accountOf(app, n).id}/createAssignment`,
    { roleDefinitionId: roleIds.contributor, durationMinutes: 60, justification: 'To restart the payment service.', ...change },
    headers,
  )
/** What was sent to Azure to give somebody a role. */
const sent = () =>
  app.simulator.exchanges
    .list()
    .filter(({ method, path }) => method === 'PUT' && path.includes('roleAssignmentScheduleRequests'))
    .map(({ requestBody }) => (requestBody as { properties: Record<string, unknown> }).properties)
const events = (accountId: string) =>
  app.db
    .selectFrom('audit_events')
    .select(['outcome', 'after'])
    .where('operation', '=', 'createPimAssignment')
    .where('subject_id', '=', accountId)
    .execute()

describe('createPimAssignment works', () => {
  it('gives the role for the time, linked to the eligibility, and says so', async () => {
    const account = accountOf(app, 0)
    const answer = await take('Daniel', 0)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ status: 'Provisioned', role: 'Contributor' })
    expect(Date.parse(answer.body.endsAt) - Date.parse(answer.body.startsAt)).toBe(3_600_000)
    expect(sent()).toMatchObject([
      {
        principalId: app.persona('Daniel').id,
        requestType: 'AdminAssign',
        linkedRoleEligibilityScheduleId: expect.stringContaining('RoleEligibilitySchedules'),
        justification: 'To restart the payment service.',
        scheduleInfo: { expiration: { type: 'AfterDuration', duration: 'PT60M' } },
      },
    ])
    const { items } = (await as('Daniel').get(`/accounts/${account.id}/getPimRoleEligibility`)).body
    expect(items[0]).toMatchObject({
      name: 'Contributor',
      active: { until: expect.any(String) },
      can: { activate: 'You have it already.' },
    })
    expect(await events(account.id)).toMatchObject([
      { outcome: 'allowed', after: { privilegedRole: { role: 'Contributor', durationMinutes: 60, status: 'Provisioned' } } },
    ])
  })

  it('gives one that comes through a group to the person alone', async () => {
    const account = accountOf(app, 1)
    await eligibleGroup(app, account.subscriptionId, monitoringReader, [app.persona('Priya').id])
    expect((await take('Priya', 1, { roleDefinitionId: monitoringReader })).status).toBe(201)
    expect(sent()).toMatchObject([{ principalId: app.persona('Priya').id }])
  })

  it('brings the ticket where the policy wants one', async () => {
    const ticket = { number: 'CHG0031245' }
    expect((await take('Daniel', 2, { roleDefinitionId: administrator, ticket })).status).toBe(201)
    expect(sent()).toMatchObject([{ ticketInfo: { ticketNumber: 'CHG0031245', ticketSystem: 'ServiceNow' } }])
  })

  it('says when Azure waits for its approvers', async () => {
    const name = '11111111-1111-4111-8111-111111111111'
    const body = { id: `/x/${name}`, name, properties: { status: 'PendingApproval' } }
    const where = { service: 'arm', method: 'PUT', path: 'roleAssignmentScheduleRequests' } as const
    const fault = app.simulator.faults.add({ ...where, action: { kind: 'status', status: 201, body } })
    expect((await take('Daniel', 3)).body).toMatchObject({ status: 'PendingApproval' })
    app.simulator.faults.remove(fault)
  })

  it('gives it once when Azure’s answer is lost', async () => {
    const where = { service: 'arm', method: 'PUT', path: 'roleAssignmentScheduleRequests' } as const
    app.simulator.faults.add({ ...where, count: 1, action: { kind: 'reset', when: 'after' } })
    expect((await take('Daniel', 4)).body).toMatchObject({ status: 'Provisioned' })
    const held = await app.context.clients.arm.listTimedRolesOf(
      `/subscriptions/${accountOf(app, 4).subscriptionId}`,
      app.persona('Daniel').id,
    )
    expect(held).toHaveLength(1)
  })

  it('answers the same to the same key', async () => {
    const headers = { 'idempotency-key': 'activate-once-0001' }
    const first = await take('Daniel', 5, {}, headers)
    expect(first.status).toBe(201)
    expect((await take('Daniel', 5, {}, headers)).body).toEqual(first.body)
  })
})

describe('createPimAssignment refuses', () => {
  roleSuite(
    'createPimAssignment',
    () => app,
    () => ({ path: `/accounts/${accountOf(app, 6).id}/createAssignment`, body: {} }),
  )

  it('a role that one is not eligible for, also to owners and administrators, and asks Azure for nothing', async () => {
    const account = accountOf(app, 6)
    for (const [who, role] of [
      ['Daniel', monitoringReader],
      ['Niamh', roleIds.contributor],
      ['Tomasz', roleIds.contributor],
    ]) {
      const answer = await take(who!, 6, { roleDefinitionId: role })
      expect(answer.body).toMatchObject({ status: 403, message: 'You are not eligible for this role in this account.' })
    }
    expect(sent()).toEqual([])
    expect((await events(account.id)).map(({ outcome }) => outcome)).toEqual(['denied', 'denied', 'denied'])
  })

  it.each(['principalId', 'personId', 'scope', 'requestType'])('a body that sets %s', async (field) => {
    expect((await take('Daniel', 6, { [field]: app.persona('Priya').id })).status).toBe(400)
    expect(sent()).toEqual([])
  })

  it('what Azure’s own approvers decide', async () => {
    const answer = await take('Daniel', 6, { roleDefinitionId: roleIds.owner, ticket: { number: 'CHG0031245' } })
    expect(answer.body).toMatchObject({ code: 'wrongState', message: expect.stringContaining('Azure portal') })
    expect(sent()).toEqual([])
  })
})

describe('createPimAssignment fails', () => {
  it('when it is active already, also when two ask at once', async () => {
    const answers = await Promise.all([take('Daniel', 7), take('Daniel', 7)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    expect((await take('Daniel', 7)).body).toMatchObject({ code: 'wrongState', message: 'You have it already.' })
  })

  it('for longer than the policy allows, or without the ticket it wants', async () => {
    expect((await take('Daniel', 8, { durationMinutes: 481 })).body.errors).toEqual([
      { field: 'durationMinutes', message: 'Contributor can be had for at most 8 hours' },
    ])
    expect((await take('Daniel', 8, { roleDefinitionId: administrator })).body.errors).toEqual([
      { field: 'ticket', message: 'User Access Administrator asks for the number of a ticket' },
    ])
    expect(sent()).toEqual([])
  })

  it('when Azure’s policy refuses it, in its words', async () => {
    const error = { code: 'RoleAssignmentRequestPolicyValidationFailed', message: 'The following policy rules failed: ["MfaRule"]' }
    const where = { service: 'arm', method: 'PUT', path: 'roleAssignmentScheduleRequests' } as const
    const fault = app.simulator.faults.add({ ...where, action: { kind: 'status', status: 400, body: { error } } })
    expect((await take('Daniel', 8)).body).toMatchObject({ code: 'invalidRequest', message: expect.stringContaining('MfaRule') })
    app.simulator.faults.remove(fault)
  })

  it('when the request ends without a role', async () => {
    const name = '11111111-1111-4111-8111-111111111111'
    const body = { id: `/x/${name}`, name, properties: { status: 'Denied' } }
    const where = { service: 'arm', method: 'PUT', path: 'roleAssignmentScheduleRequests' } as const
    const fault = app.simulator.faults.add({ ...where, action: { kind: 'status', status: 201, body } })
    expect((await take('Daniel', 8)).body.code).toBe('conflict')
    app.simulator.faults.remove(fault)
  })

  it('when there is no such account', async () => {
    const path = '/accounts/00000000-0000-4000-8000-000000000000/createAssignment'
    expect(
      (await as('Daniel').post(path, { roleDefinitionId: roleIds.reader, durationMinutes: 60, justification: 'To see what is there.' }))
        .status,
    ).toBe(404)
  })
})
