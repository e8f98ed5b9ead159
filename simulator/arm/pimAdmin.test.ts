import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simulatorFolder } from '../../test/simulatorFolder.ts'
import { trust } from '../../test/trust.ts'
import { armAudience, platformServicePrincipalId, slipwayServicePrincipalId } from '../core/constants.ts'
import type { Simulator } from '../core/simulator.ts'
import { startSimulator } from '../simulator.ts'

const dataDir = simulatorFolder()
let sim: Simulator
let token: string
beforeAll(async () => {
  sim = await startSimulator({ dataDir })
  sim.consistency.delayMs = 0
  sim.asyncDelayMs = 0
  trust(sim.caPem)
  token = await sim.mintToken({ oid: slipwayServicePrincipalId, audience: armAudience })
})
afterAll(async () => {
  await sim.close()
  rmSync(dataDir, { recursive: true })
})

const owner = '8e3af657-a8ff-443c-a75c-2fe8c4bcb635'
const reader = 'acdd72a7-3385-48ef-bd42-f606fba81ae7'
const version = 'api-version=2020-10-01'

async function arm(method: string, path: string, properties?: object, bearer = token) {
  const response = await fetch(`${sim.origins.arm}${path}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    ...(properties ? { body: JSON.stringify({ properties }) } : {}),
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  return { status: response.status, body: (await response.json()) as any }
}

let startCount = 0
function place(roleDefinitionId = reader) {
  const account = sim.company.accounts.filter(({ kind, status }) => kind === 'cloud' && status === 'active')[startCount++]!
  const provider = `/subscriptions/${account.subscriptionId}/providers/Microsoft.Authorization`
  const definition = `${provider}/roleDefinitions/${roleDefinitionId}`
  const principalId = sim.company.people.find(({ id }) => !account.ownerIds.includes(id))!.id
  const filter = encodeURIComponent(`roleDefinitionId eq '${definition}'`)
  return {
    async ask(kind: 'Eligibility' | 'Assignment', input: object, bearer = token) {
      const requestBody = { principalId, roleDefinitionId: definition, requestType: 'AdminAssign', justification: 'Needed', ...input }
      const { status, body } = await arm('PUT', `${provider}/role${kind}ScheduleRequests/${randomUUID()}?${version}`, requestBody, bearer)
      return status === 201 ? 'taken' : `${status} ${body.error.code}: ${body.error.message}`
    },
    async rules() {
      const { body } = await arm('GET', `${provider}/roleManagementPolicyAssignments?${version}&$filter=${filter}`)
      const { policyId, effectiveRules } = body.value[0].properties as { policyId: string; effectiveRules: { id: string }[] }
      return { policyId, rule: (id: string) => effectiveRules.find((rule) => rule.id === id) as { id: string; ruleType: string } }
    },
    async held(kind: 'Eligibility' | 'Assignment') {
      const of = encodeURIComponent(`principalId eq '${principalId}'`)
      const { body } = await arm('GET', `${provider}/role${kind}Schedules?${version}&$filter=${of}`)
      return (body.value as { properties: { roleDefinitionId: string } }[]).filter(({ properties }) =>
        properties.roleDefinitionId.endsWith(roleDefinitionId),
      ).length
    },
    async change(id: string, content: object) {
      const { policyId, rule } = await this.rules()
      return arm('PATCH', `${policyId}?${version}`, { rules: [{ ...rule(id), ...content }] })
    },
  }
}
const expiringAfter = (duration: string) => ({ scheduleInfo: { expiration: { type: 'AfterDuration', duration } } })
const permanentSchedule = { scheduleInfo: { expiration: { type: 'NoExpiration' } } }
const policyFailure = (...rules: string[]) =>
  `400 RoleAssignmentRequestPolicyValidationFailed: The following policy rules failed: ${JSON.stringify(rules)}`

describe('an administrator’s PIM assignment', () => {
  it('requires an end within a year for eligibility', async () => {
    const scopeUnderTest = place()
    const { rule } = await scopeUnderTest.rules()
    expect(rule('Expiration_Admin_Eligibility')).toMatchObject({ isExpirationRequired: true, maximumDuration: 'P365D' })
    expect(await scopeUnderTest.ask('Eligibility', permanentSchedule)).toBe(policyFailure('ExpirationRule'))
    expect(await scopeUnderTest.ask('Eligibility', {})).toBe(policyFailure('ExpirationRule'))
    expect(await scopeUnderTest.ask('Eligibility', expiringAfter('P366D'))).toBe(policyFailure('ExpirationRule'))
    const tooLateDate = new Date(sim.clock.now().getTime() + 366 * 86_400_000).toISOString()
    const until = { scheduleInfo: { expiration: { type: 'AfterDateTime', endDateTime: tooLateDate } } }
    expect(await scopeUnderTest.ask('Eligibility', until)).toBe(policyFailure('ExpirationRule'))
    expect(await scopeUnderTest.held('Eligibility')).toBe(0)
    expect(await scopeUnderTest.ask('Eligibility', expiringAfter('P365D'))).toBe('taken')
    expect(await scopeUnderTest.held('Eligibility')).toBe(1)
  })

  it('requires an end within half a year and a justification for active assignments', async () => {
    const scopeUnderTest = place()
    const { rule } = await scopeUnderTest.rules()
    expect(rule('Expiration_Admin_Assignment')).toMatchObject({ isExpirationRequired: true, maximumDuration: 'P180D' })
    expect(rule('Enablement_Admin_Assignment')).toMatchObject({ enabledRules: ['Justification'] })
    expect(await scopeUnderTest.ask('Assignment', permanentSchedule)).toBe(policyFailure('ExpirationRule'))
    expect(await scopeUnderTest.ask('Assignment', expiringAfter('P181D'))).toBe(policyFailure('ExpirationRule'))
    expect(await scopeUnderTest.ask('Assignment', { ...expiringAfter('PT8H'), justification: '' })).toBe(policyFailure('JustificationRule'))
    expect(await scopeUnderTest.ask('Assignment', { ...expiringAfter('P181D'), justification: '' })).toBe(
      policyFailure('ExpirationRule', 'JustificationRule'),
    )
    expect(await scopeUnderTest.held('Assignment')).toBe(0)
    expect(await scopeUnderTest.ask('Assignment', expiringAfter('P180D'))).toBe('taken')
    expect(await scopeUnderTest.held('Assignment')).toBe(1)
  })

  it('doesn’t require a justification for eligibility until the policy requires it', async () => {
    expect(await place().ask('Eligibility', { ...expiringAfter('P1D'), justification: '' })).toBe('taken')
    const scopeUnderTest = place()
    await scopeUnderTest.change('Enablement_Admin_Eligibility', { enabledRules: ['Justification', 'Ticketing'] })
    expect(await scopeUnderTest.ask('Eligibility', { ...expiringAfter('P1D'), justification: '' })).toBe(
      policyFailure('JustificationRule', 'TicketingRule'),
    )
    expect(
      await scopeUnderTest.ask('Eligibility', {
        ...expiringAfter('P1D'),
        ticketInfo: { ticketNumber: 'CHG1', ticketSystem: 'ServiceNow' },
      }),
    ).toBe('taken')
  })

  it('requires a second factor if the policy requires one', async () => {
    const scopeUnderTest = place()
    await scopeUnderTest.change('Enablement_Admin_Assignment', { enabledRules: ['MultiFactorAuthentication'] })
    expect(await scopeUnderTest.ask('Assignment', expiringAfter('PT8H'))).toBe(policyFailure('MfaRule'))
    const person = { oid: sim.company.people[0]!.id, audience: armAudience }
    const platform = await sim.mintToken({ oid: platformServicePrincipalId, audience: armAudience })
    const everywhere = `/providers/Microsoft.Management/managementGroups/${sim.company.managementGroups[0]!.id}`
    const assignment = `${everywhere}/providers/Microsoft.Authorization/roleAssignments/${randomUUID()}?api-version=2022-04-01`
    const asOwner = {
      roleDefinitionId: `/providers/Microsoft.Authorization/roleDefinitions/${owner}`,
      principalId: person.oid,
      principalType: 'User',
    }
    expect((await arm('PUT', assignment, asOwner, platform)).status).toBe(201)
    const weakToken = await sim.mintToken({ ...person, claims: { amr: ['pwd'] } })
    expect(await scopeUnderTest.ask('Assignment', expiringAfter('PT8H'), weakToken)).toBe(policyFailure('MfaRule'))
    const strong = await sim.mintToken({ ...person, claims: { amr: ['pwd', 'mfa'] } })
    expect(await scopeUnderTest.ask('Assignment', expiringAfter('PT8H'), strong)).toBe('taken')
  })

  it('doesn’t require an end for eligibility at the scope whose policy allows permanent eligibility', async () => {
    const [scopeUnderTest, otherScope] = [place(), place()]
    expect((await scopeUnderTest.change('Expiration_Admin_Eligibility', { isExpirationRequired: false })).status).toBe(200)
    expect(await scopeUnderTest.ask('Eligibility', permanentSchedule)).toBe('taken')
    expect(await scopeUnderTest.ask('Assignment', permanentSchedule)).toBe(policyFailure('ExpirationRule'))
    expect(await otherScope.ask('Eligibility', permanentSchedule)).toBe(policyFailure('ExpirationRule'))
  })

  it('rejects an unknown rule in the policy, without changing it', async () => {
    const scopeUnderTest = place()
    const { policyId, rule } = await scopeUnderTest.rules()
    const invalidInput = {
      ...rule('Expiration_Admin_Eligibility'),
      ruleType: 'RoleManagementPolicyEnablementRule',
      isExpirationRequired: false,
    }
    expect(await arm('PATCH', `${policyId}?${version}`, { rules: [invalidInput] })).toMatchObject({
      status: 400,
      body: { error: { code: 'InvalidPolicy' } },
    })
    expect(await scopeUnderTest.ask('Eligibility', permanentSchedule)).toBe(policyFailure('ExpirationRule'))
  })
})
