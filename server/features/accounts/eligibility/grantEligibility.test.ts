import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { until } from '../../../../test/until.ts'
import { slipwayName } from '../../../audit/recordSystemEvent.ts'
import { accountOf, roleIds } from '../groups/groups.fixture.ts'
import { grantEligibility } from './grantEligibility.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.quiet()
  app.simulator.faults.clear()
  await setAllowed(false)
})

const dayMs = 86_400_000
const setAllowed = async (value: boolean) => {
  const response = await app.as(app.persona('Niamh').id).patch('/admin/settings/permanentEligibility', { value })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
}

function buildBody(n: number) {
  const account = accountOf(app, n)
  const principalId = app.persona('Tomasz').id
  const right = {
    scope: `/subscriptions/${account.subscriptionId}`,
    roleDefinitionId: roleIds.reader,
    principalId,
    principalType: 'User' as const,
  }
  const sendRequest = (overrides: object = {}) => {
    app.simulator.exchanges.clear()
    const requestOptions = { requestKey: randomUUID(), justification: 'For a test' }
    return grantEligibility(app.context, { kind: 'account', id: account.id }, { ...right, ...requestOptions, ...overrides })
  }
  const row = () =>
    app.db
      .selectFrom('role_eligibilities')
      .select(['ends_at', 'renew_at'])
      .where('principal_id', '=', principalId)
      .where('scope', '=', right.scope.toLowerCase())
      .executeTakeFirst()
  const loadProperties = async () => (await app.context.clients.arm.getRoleEligibility(right))?.properties
  const loadAuditEvents = () =>
    app.db
      .selectFrom('audit_events')
      .select(['outcome', 'before', 'after'])
      .where('operation', '=', 'rolePolicyChanged')
      .where('actor_name', '=', slipwayName)
      .where('subject_id', '=', account.id)
      .execute()
  return { ask: sendRequest, row, loadEligibility: loadProperties, audited: loadAuditEvents }
}
const changes = () =>
  app.simulator.exchanges.list().filter(({ method, path }) => method === 'PATCH' && path.includes('/roleManagementPolicies/'))
const listSentRequests = () =>
  app.simulator.exchanges
    .list()
    .filter(({ method, path }) => method === 'PUT' && path.includes('roleEligibilityScheduleRequests'))
    .map(({ status, requestBody }) => {
      const { properties } = (requestBody ?? {}) as { properties?: { scheduleInfo: { expiration: object } } }
      return [status, properties?.scheduleInfo.expiration]
    })
const expectEligibleForAYear = async ({ row, loadEligibility: loadProperties }: ReturnType<typeof buildBody>) => {
  const { ends_at, renew_at } = (await row())!
  expect(Math.round((ends_at!.getTime() - Date.now()) / dayMs)).toBe(365)
  expect(renew_at!.getTime()).toBeLessThan(ends_at!.getTime())
  await until(async () => (await loadProperties()) !== undefined)
  expect(Math.abs(Date.parse((await loadProperties())!.endDateTime!) - ends_at!.getTime())).toBeLessThan(60_000)
}

describe('grantEligibility', () => {
  it('keeps the policy and its limit unless administrators allow permanent eligibility', async () => {
    const person = buildBody(0)
    await person.ask()
    expect(changes()).toEqual([])
    expect(listSentRequests()).toEqual([[201, { type: 'AfterDuration', duration: 'P365D' }]])
    await expectEligibleForAYear(person)
  })

  it('changes only the policy’s expiration rule, and requests no end date, if administrators allow permanence', async () => {
    await setAllowed(true)
    const person = buildBody(1)
    await person.ask()
    const target = { caller: 'Admin', operations: ['All'], level: 'Eligibility', targetObjects: null, inheritableSettings: null }
    const rule = { id: 'Expiration_Admin_Eligibility', ruleType: 'RoleManagementPolicyExpirationRule', isExpirationRequired: false, target }
    expect(changes()).toMatchObject([{ status: 200, requestBody: { properties: { rules: [rule] } } }])
    expect(listSentRequests()).toMatchObject([[201, { type: 'NoExpiration' }]])
    expect(await person.row()).toEqual({ ends_at: null, renew_at: null })
    expect(await person.audited()).toEqual([
      {
        outcome: 'allowed',
        before: { rolePolicy: { permanent: false, longest: 'P365D' } },
        after: { rolePolicy: expect.objectContaining({ permanent: true }) },
      },
    ])
    expect((await person.loadEligibility())?.endDateTime ?? null).toBeNull()
    app.simulator.exchanges.clear()
    await person.ask({ principalId: app.persona('Priya').id })
    expect(changes()).toEqual([])
    expect(await person.audited()).toHaveLength(1)
    expect(listSentRequests()).toMatchObject([[201, { type: 'NoExpiration' }]])
  })

  it('doesn’t change a policy for a request with an end date', async () => {
    await setAllowed(true)
    const person = buildBody(2)
    const endsAt = new Date(Date.now() + 30 * dayMs)
    await person.ask({ endsAt })
    expect(changes()).toEqual([])
    expect((await person.row())!.ends_at).toEqual(endsAt)
  })

  it('requests a duration within the limit if Azure does not let Slipway change the policy', async () => {
    await setAllowed(true)
    const body = { error: { code: 'AuthorizationFailed', message: 'Denied.' } }
    const path = '/roleManagementPolicies/'
    app.simulator.faults.add({ service: 'arm', method: 'PATCH', path, action: { kind: 'status', status: 403, body } })
    const person = buildBody(3)
    await person.ask()
    expect(changes()).toMatchObject([{ status: 403 }])
    expect(await person.audited()).toEqual([])
    expect(listSentRequests()).toEqual([[201, { type: 'AfterDuration', duration: 'P365D' }]])
    await expectEligibleForAYear(person)
  })

  it('requests a duration within the limit until the changed policy applies everywhere', async () => {
    await setAllowed(true)
    const body = {
      error: { code: 'RoleAssignmentRequestPolicyValidationFailed', message: 'The following policy rules failed: ["ExpirationRule"]' },
    }
    const path = '/roleEligibilityScheduleRequests/'
    app.simulator.faults.add({ service: 'arm', method: 'PUT', path, count: 1, action: { kind: 'status', status: 400, body } })
    const person = buildBody(4)
    await person.ask()
    expect(changes()).toHaveLength(1)
    expect(listSentRequests()).toMatchObject([
      [400, undefined],
      [201, { type: 'AfterDuration', duration: 'P365D' }],
    ])
    await expectEligibleForAYear(person)
  })

  it('fails when the policy can’t be changed for another reason, and records nothing', async () => {
    await setAllowed(true)
    const body = { error: { code: 'InvalidPolicy', message: 'The policy is invalid.' } }
    const path = '/roleManagementPolicies/'
    app.simulator.faults.add({ service: 'arm', method: 'PATCH', path, action: { kind: 'status', status: 400, body } })
    const person = buildBody(5)
    await expect(person.ask()).rejects.toMatchObject({ code: 'InvalidPolicy' })
    expect(listSentRequests()).toEqual([])
    expect(await person.row()).toBeUndefined()
    expect(await person.loadEligibility()).toBeUndefined()
  })
})
