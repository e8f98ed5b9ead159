import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { advanceActivations } from './advanceActivations.ts'
import { rejectedInAzure, ruleLabels } from './azureRefusals.ts'
import {
  accountOf,
  activationRow,
  administrator,
  azureAnswers,
  comesTo,
  eligibleGroup,
  held,
  monitoringReader,
  roleIds,
  sent,
  take,
  ticketFor,
} from './pim.fixture.ts'

let app: TestApp
let later = 0
beforeAll(async () => {
  app = await startTestApp({ now: () => new Date(Date.now() + later) })
})
afterAll(() => app.close())
beforeEach(() => {
  later = 0
  app.simulator.exchanges.clear()
})

const as = (who: string) => app.as(app.persona(who).id)
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
    const answer = await take(app, 0)
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ status: 'active', role: 'Contributor', account: { id: account.id }, problem: null })
    expect(Date.parse(answer.body.endsAt) - Date.parse(answer.body.startsAt)).toBe(3_600_000)
    expect(sent(app)).toMatchObject([
      {
        principalId: app.persona('Daniel').id,
        requestType: 'AdminAssign',
        justification: 'To restart the payment service.',
        scheduleInfo: { expiration: { type: 'AfterDuration', duration: 'PT60M' } },
      },
    ])
    // Azure documents this field for self-activation only.
    expect(sent(app)[0]).not.toHaveProperty('linkedRoleEligibilityScheduleId')
    expect(await rows(account.id)).toMatchObject([{ linked_eligibility_id: expect.stringContaining('RoleEligibilitySchedules') }])
    const { items } = (await as('Daniel').get(`/accounts/${account.id}/getPimRoleEligibility`)).body
    expect(items[0]).toMatchObject({
      name: 'Contributor',
      active: { until: answer.body.endsAt },
      activation: { id: answer.body.id },
      can: { activate: expect.any(String) },
    })
    expect(await events(account.id)).toMatchObject([
      { outcome: 'allowed', after: { privilegedRole: { role: 'Contributor', durationMinutes: 60, personId: app.persona('Daniel').id } } },
    ])
  })

  it('activates a role that comes through a group for the person alone', async () => {
    await eligibleGroup(app, accountOf(app, 1).subscriptionId, monitoringReader, [app.persona('Priya').id])
    const answer = await take(app, 1, { roleDefinitionId: monitoringReader }, { who: 'Priya' })
    expect(answer.body).toMatchObject({ status: 'active' })
    expect(sent(app)).toMatchObject([{ principalId: app.persona('Priya').id }])
  })

  it('requires a valid ticket where the policy does', async () => {
    const ticket = ticketFor(app, accountOf(app, 2))
    expect((await take(app, 2, { roleDefinitionId: administrator, ticket })).body).toMatchObject({
      status: 'active',
      ticket: ticket.number,
      ticketUrl: expect.stringContaining(`/change_request.do?sysparm_query=number%3D${ticket.number}`),
    })
    expect(sent(app)).toMatchObject([{ ticketInfo: { ticketNumber: ticket.number, ticketSystem: 'ServiceNow' } }])
  })

  it('schedules the activation in Azure, and activates it at its start', async () => {
    const startsAt = new Date(Date.now() + 3 * 3_600_000).toISOString()
    const { body } = await take(app, 3, { startsAt })
    expect(body).toMatchObject({ status: 'scheduled', startsAt })
    expect(sent(app)).toMatchObject([{ scheduleInfo: { startDateTime: startsAt } }])
    expect(await held(app, 3)).toEqual([])
    later = 3.1 * 3_600_000
    await advanceActivations(app.context)
    await comesTo(app, body.id, 'active')
    const notifications = await app.db.selectFrom('notifications').select('title').where('subject_id', '=', body.id).execute()
    expect(notifications).toEqual([{ title: 'Contributor is active' }])
    later = 5 * 3_600_000
    await advanceActivations(app.context)
    await comesTo(app, body.id, 'ended')
  })

  it('activates the role once when Azure’s response is lost', async () => {
    azureAnswers(app, { kind: 'reset', when: 'after' }, { count: 1 })
    const { body } = await take(app, 4)
    await comesTo(app, body.id, 'active')
    expect(await held(app, 4)).toHaveLength(1)
  })

  it('waits for a slow Azure, and reports the result', async () => {
    const denied = azureAnswers(app, { kind: 'failAsync', code: 'Denied', message: 'no' })
    const { body } = await take(app, 5)
    app.simulator.faults.remove(denied)
    await comesTo(app, body.id, 'failed')
    expect((await activationRow(app, body.id)).problem).toContain(rejectedInAzure)
    expect((await take(app, 5)).body.status).toBe('active')
  })

  it('returns the same response for the same idempotency key', async () => {
    const headers = { 'idempotency-key': 'activate-once-0001' }
    const first = await take(app, 6, {}, { headers })
    expect(first.status).toBe(201)
    expect((await take(app, 6, {}, { headers })).body.id).toBe(first.body.id)
    expect(sent(app)).toHaveLength(1)
  })

  roleSuite(
    'createPimAssignment',
    () => app,
    () => ({ path: `/accounts/${accountOf(app, 7).id}/createAssignment`, body: {} }),
  )

  it('denies a role that the person isn’t eligible for, also to owners and administrators, without a call to Azure', async () => {
    const account = accountOf(app, 7)
    const deniedOf = async () => (await events(account.id)).filter(({ outcome }) => outcome === 'denied').length
    const before = await deniedOf()
    for (const [who, role] of [
      ['Daniel', monitoringReader],
      ['Niamh', roleIds.contributor],
      ['Tomasz', roleIds.contributor],
    ] as const) {
      const answer = await take(app, 7, { roleDefinitionId: role }, { who })
      expect(answer.body).toMatchObject({ status: 403, code: 'forbidden' })
    }
    expect(sent(app)).toEqual([])
    expect(await rows(account.id)).toEqual([])
    expect((await deniedOf()) - before).toBe(3)
  })

  it.each(['principalId', 'personId', 'scope', 'requestType', 'status', 'approvedBy', 'maxMinutes'])(
    'rejects a body that sets %s',
    async (field) => {
      expect((await take(app, 7, { [field]: app.persona('Priya').id })).status).toBe(400)
      expect(sent(app)).toEqual([])
    },
  )

  it('denies a sign-in that is weak or old with a step-up challenge, where the role requires it', async () => {
    const answer = await take(app, 7, {}, { strong: false })
    expect(answer.status).toBe(401)
    expect(answer.body.code).toBe('stepUpNeeded')
    expect(answer.headers['www-authenticate']).toContain('claims="')
    expect(await rows(accountOf(app, 7).id)).toEqual([])
  })

  it('denies a ticket of another account, a closed ticket, and one that can’t be verified', async () => {
    const wanted = { roleDefinitionId: administrator }
    for (const ticket of [
      ticketFor(app, accountOf(app, 8)),
      { number: 'CHG0090005' },
      { number: 'CHG9999999' },
      { ...ticketFor(app, accountOf(app, 7)), system: 'Jira' },
    ]) {
      const answer = await take(app, 7, { ...wanted, ticket })
      expect([ticket.number, answer.status, answer.body.errors?.[0]?.field]).toEqual([ticket.number, 400, 'ticket'])
    }
    const down = app.simulator.faults.add({ service: 'servicenow', action: { kind: 'status', status: 403, body: {} } })
    const answer = await take(app, 7, { ...wanted, ticket: ticketFor(app, accountOf(app, 7)) })
    app.simulator.faults.remove(down)
    expect(answer.body.code).toBe('outsideFailed')
    expect(sent(app)).toEqual([])
  })

  it('activates the role once when fifty calls arrive concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => take(app, 8)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    // Azure’s quota can run out before the last call is checked.
    expect(new Set(answers.map(({ status }) => status)).difference(new Set([201, 409, 502]))).toEqual(new Set())
    const { id } = answers.find(({ status }) => status === 201)!.body
    await comesTo(app, id, 'active')
    expect(sent(app)).toHaveLength(1)
    expect(await rows(accountOf(app, 8).id)).toHaveLength(1)
    expect((await take(app, 8)).body).toMatchObject({ code: 'wrongState' })
  })

  it('rejects a long duration, a missing ticket, and starts in the past or too far ahead', async () => {
    expect((await take(app, 9, { durationMinutes: 481 })).body.errors).toEqual([
      { field: 'durationMinutes', message: 'The maximum for Contributor is 8 hours' },
    ])
    expect((await take(app, 9, { roleDefinitionId: administrator })).body.errors).toEqual([
      { field: 'ticket', message: 'User Access Administrator requires a ticket number' },
    ])
    for (const days of [-1, 31]) {
      const startsAt = new Date(Date.now() + days * 86_400_000).toISOString()
      expect((await take(app, 9, { startsAt })).body.errors).toMatchObject([{ field: 'startsAt' }])
    }
    expect(sent(app)).toEqual([])
  })

  it.each(Object.entries(ruleLabels))('rejects what Azure’s policy refuses by %s, before it writes anything', async (rule, expected) => {
    const error = { code: 'RoleAssignmentRequestPolicyValidationFailed', message: `The following policy rules failed: ["${rule}"]` }
    const fault = azureAnswers(app, { kind: 'status', status: 400, body: { error } }, { method: 'POST', path: 'validate' })
    const { body } = await take(app, 9)
    app.simulator.faults.remove(fault)
    expect(body).toMatchObject({ code: 'invalidRequest', message: expected.message })
    expect(body.message).toContain(`(${rule})`)
    expect(body.errors?.map(({ field }: { field: string }) => field) ?? []).toEqual(expected.field ? [expected.field] : [])
    expect(await rows(accountOf(app, 9).id)).toEqual([])
  })

  it.each(['RoleAssignmentExists', 'PendingRoleAssignmentRequest'])(
    'notifies the person when Azure then responds with %s',
    async (code) => {
      const error = { code, message: 'no' }
      const fault = azureAnswers(app, { kind: 'status', status: 400, body: { error } })
      const { body } = await take(app, 9)
      await comesTo(app, body.id, 'failed')
      app.simulator.faults.remove(fault)
      expect((await activationRow(app, body.id)).problem).toContain(`(${code})`)
      const notifications = await app.db.selectFrom('notifications').select('title').where('subject_id', '=', body.id).execute()
      expect(notifications).toEqual([{ title: 'Contributor: Azure didn’t activate the role' }])
    },
  )
})
