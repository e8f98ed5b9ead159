import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simulatorFolder } from '../../test/simulatorFolder.ts'
import { trust } from '../../test/trust.ts'
import { until } from '../../test/until.ts'
import { wireValidator } from '../../test/wire.ts'
import { armAudience, platformServicePrincipalId } from '../core/constants.ts'
import type { Exchange } from '../core/exchangeLog.ts'
import type { Simulator } from '../core/simulator.ts'
import { startSimulator } from '../simulator.ts'
import { savingsOf } from './advisorSavings.ts'
import { evaluatedAt } from './policyInsightsStates.ts'
import { defenderIsOn, findingsOf } from './securityFindings.ts'
import { listSubscriptions, type SimSubscription } from './subscriptionStore.ts'

const dataDir = simulatorFolder()
const exchanges: Exchange[] = []
let sim: Simulator
let token: string
let subscriptions: SimSubscription[]

beforeAll(async () => {
  sim = await startSimulator({ dataDir })
  trust(sim.caPem)
  token = await sim.mintToken({ oid: platformServicePrincipalId, audience: armAudience })
  sim.exchanges.onExchange((exchange) => exchange.service === 'arm' && exchanges.push(exchange))
  subscriptions = listSubscriptions(sim).filter(({ account }) => account?.environment === 'production' && account.status === 'active')
})
afterAll(async () => {
  await sim.close()
  rmSync(dataDir, { recursive: true })
})

interface TestResponse {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: what the wire carries is looked at field by field.
  body: any
}

async function arm(method: string, path: string, body?: unknown): Promise<TestResponse> {
  const response = await fetch(path.startsWith('https:') ? path : sim.origins.arm + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

const find = (isMatch: (subscription: SimSubscription) => boolean) => `/subscriptions/${subscriptions.find(isMatch)!.subscriptionId}`
const until204 = async (path: string) => {
  let response = await arm('GET', path)
  await until(async () => {
    if (response.status === 202) response = await arm('GET', path)
    return response.status !== 202
  })
  return response
}

describe('a policy state', () => {
  const base = 'providers/Microsoft.PolicyInsights/policyStates/latest'
  const version = 'api-version=2019-10-01'

  it('is summed by assignment and policy, and listed per row with the same totals', async () => {
    const scope = find((each) => evaluatedAt(sim, each) !== undefined)
    const summary = (await arm('POST', `${scope}/${base}/summarize?${version}`)).body.value[0]
    const counts = Object.fromEntries(
      summary.results.resourceDetails.map((each: { complianceState: string; count: number }) => [each.complianceState, each.count]),
    )
    expect(counts.noncompliant).toBe(summary.results.nonCompliantResources)
    const [{ results, policyDefinitions }] = summary.policyAssignments
    expect(results).toHaveProperty('nonCompliantPolicies')
    expect(policyDefinitions[0].results).not.toHaveProperty('nonCompliantPolicies')
    const policy = summary.policyAssignments
      .flatMap((each: { policyDefinitions: unknown[] }) => each.policyDefinitions)
      .find((each: { results: { nonCompliantResources: number } }) => each.results.nonCompliantResources > 0)
    const filter = encodeURIComponent(`complianceState eq 'NonCompliant' and policyDefinitionId eq '${policy.policyDefinitionId}'`)
    const rows = (await arm('POST', `${scope}/${base}/queryResults?${version}&$filter=${filter}`)).body
    expect(rows.value).toHaveLength(policy.results.nonCompliantResources)
    expect(rows['@odata.nextLink']).toBeNull()
  })

  it('is listed in pages of a thousand, each of which is requested by POST', async () => {
    const busiest = subscriptions
      .filter((each) => each.account!.kind === 'cloud')
      .reduce((a, b) => (a.account!.budget.amount > b.account!.budget.amount ? a : b))
    await arm('POST', `/subscriptions/${busiest.subscriptionId}/${base}/triggerEvaluation?${version}`).then(({ headers }) =>
      until204(headers.get('location')!),
    )
    const firstPage = (await arm('POST', `/subscriptions/${busiest.subscriptionId}/${base}/queryResults?${version}`)).body
    expect(firstPage.value).toHaveLength(1000)
    const secondPage = (await arm('POST', firstPage['@odata.nextLink'])).body
    expect(secondPage.value[0].resourceId).not.toBe(firstPage.value[0].resourceId)
  })

  it('is empty before the first evaluation, which can be requested', async () => {
    const scope = find((each) => evaluatedAt(sim, each) === undefined)
    const stateBefore = (await arm('POST', `${scope}/${base}/summarize?${version}`)).body.value[0]
    expect([stateBefore.results.resourceDetails, stateBefore.policyAssignments]).toEqual([[], []])
    const response = await arm('POST', `${scope}/${base}/triggerEvaluation?${version}`)
    expect(response.status).toBe(202)
    expect((await until204(response.headers.get('location')!)).body).toEqual({ status: 'Succeeded' })
    const stateAfter = (await arm('POST', `${scope}/${base}/summarize?${version}`)).body.value[0]
    expect(stateAfter.policyAssignments.length).toBeGreaterThan(1)
  })
})

describe('a Defender finding', () => {
  const version = 'api-version=2019-01-01-preview'

  it('is listed at the subscription, and at the resource and assessment', async () => {
    const scope = find((each) => findingsOf(sim, each).some((finding) => finding.id.includes('/virtualMachines/')))
    const all = (await arm('GET', `${scope}/providers/Microsoft.Security/subAssessments?${version}`)).body.value
    const [resource, assessment] = /^(.*\/virtualMachines\/[^/]+)\/providers\/Microsoft.Security\/assessments\/([^/]+)/
      .exec(all.find((each: { id: string }) => each.id.includes('/virtualMachines/')).id)!
      .slice(1)
    const findings = (await arm('GET', `${resource}/providers/Microsoft.Security/assessments/${assessment}/subAssessments?${version}`)).body
      .value
    expect(findings).toEqual(all.filter((each: { id: string }) => each.id.startsWith(`${resource}/`)))
    expect(findings[0].properties.additionalData).toMatchObject({
      assessedResourceType: 'ServerVulnerability',
      cve: [{ title: expect.stringMatching(/^CVE-/) }],
    })
  })

  it('can’t be read while Defender is off (404)', async () => {
    const scope = find((each) => !defenderIsOn(sim, each))
    const response = await arm('GET', `${scope}/providers/Microsoft.Security/subAssessments?${version}`)
    expect([response.status, response.body.error.code]).toEqual([404, 'Subscription Not Registered'])
    const plans = (await arm('GET', `${scope}/providers/Microsoft.Security/pricings?api-version=2023-01-01`)).body.value
    expect(new Set(plans.map((each: { properties: { pricingTier: string } }) => each.properties.pricingTier))).toEqual(new Set(['Free']))
  })
})

describe('an Advisor recommendation', () => {
  const version = 'api-version=2023-01-01'

  it('is listed by category, with all numbers as text', async () => {
    const scope = find((each) => !savingsOf(sim, each).next().done)
    const cost = (await arm('GET', `${scope}/providers/Microsoft.Advisor/recommendations?${version}&$filter=Category eq 'Cost'`)).body.value
    expect(cost[0].properties.extendedProperties).toMatchObject({
      savingsCurrency: 'GBP',
      annualSavingsAmount: expect.stringMatching(/^\d+\.\d\d$/),
    })
    expect(
      (await arm('GET', `${scope}/providers/Microsoft.Advisor/recommendations?${version}&$filter=Category eq 'Security'`)).body.value,
    ).toEqual([])
  })

  it('is generated on request: 202, then 204', async () => {
    const scope = find(() => true)
    const response = await arm('POST', `${scope}/providers/Microsoft.Advisor/generateRecommendations?${version}`)
    expect([response.status, response.body]).toEqual([202, undefined])
    expect((await until204(response.headers.get('location')!)).status).toBe(204)
  })
})

describe('cost', () => {
  const version = 'api-version=2023-11-01'
  const dataset = { granularity: 'Daily', aggregation: { totalCost: { name: 'Cost', function: 'Sum' } } }
  const path = (scope: string, label: string) => `${scope}/providers/Microsoft.CostManagement/${label}?${version}`
  const month = () => {
    const now = sim.clock.now()
    const timeAt = (offset: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset)).toISOString()
    return { from: timeAt(0), to: timeAt(1) }
  }

  it('is summed by service, and equals the budget’s spend', async () => {
    const scope = find(({ account }) => account!.kind === 'cloud')
    const definition = {
      type: 'ActualCost',
      timeframe: 'MonthToDate',
      dataset: { ...dataset, grouping: [{ type: 'Dimension', name: 'ServiceName' }] },
    }
    const { columns, rows } = (await arm('POST', path(scope, 'query'), definition)).body.properties
    expect(columns.map((each: { name: string }) => each.name)).toEqual(['Cost', 'UsageDate', 'ServiceName', 'Currency'])
    const total = rows.reduce((sum: number, [cost]: [number]) => sum + cost, 0)
    const [budget] = (await arm('GET', `${scope}/providers/Microsoft.Consumption/budgets?api-version=2023-05-01`)).body.value
    expect(total).toBeCloseTo(budget.properties.currentSpend.amount, 0)
  })

  it('is forecast day by day to the end of the month', async () => {
    const scope = find(({ account }) => account!.kind === 'cloud')
    const definition = { type: 'ActualCost', timeframe: 'Custom', timePeriod: month(), dataset, includeActualCost: false }
    const { rows } = (await arm('POST', path(scope, 'forecast'), definition)).body.properties
    expect(rows.every((row: unknown[]) => row[2] === 'Forecast')).toBe(true)
    expect(rows.length).toBeGreaterThan(0)
  })

  it('returns 204 if nothing has a cost', async () => {
    const response = await arm('POST', path(`/subscriptions/${sim.company.hub.subscriptionId}`, 'query'), {
      type: 'ActualCost',
      timeframe: 'MonthToDate',
      dataset,
    })
    expect([response.status, response.body]).toEqual([204, undefined])
  })

  it('is throttled at the fifth query in a minute, with the delay in a header of Cost Management', async () => {
    const scope = find(({ account }) => account!.kind === 'edge')
    const sendRequest = () => arm('POST', path(scope, 'query'), { type: 'ActualCost', timeframe: 'MonthToDate', dataset })
    for (let response = 0; response < 4; response++) expect((await sendRequest()).status).toBe(200)
    const rejection = await sendRequest()
    expect([rejection.status, rejection.body]).toEqual([429, { error: { code: '429', message: 'Too many requests. Please retry.' } }])
    expect(Number(rejection.headers.get('x-ms-ratelimit-microsoft.costmanagement-entity-retry-after'))).toBeGreaterThan(50)
    expect(rejection.headers.get('retry-after')).toBeNull()
  })

  it.each([
    ['a type of its own', { type: 'Guess' }],
    ['a custom period that is missing', { timeframe: 'Custom' }],
    ['an unknown dimension', { dataset: { ...dataset, grouping: [{ type: 'Dimension', name: 'Meter' }] } }],
  ])('rejects %s', async (_title, invalidInput) => {
    const scope = find(({ account }) => account!.kind === 'cloud' && account!.region === 'ukwest')
    const response = await arm('POST', path(scope, 'query'), { type: 'ActualCost', timeframe: 'MonthToDate', dataset, ...invalidInput })
    expect([response.status, response.body.error.code]).toEqual([400, 'BadRequest'])
  })
})

describe('Resource Graph', () => {
  const sendRequest = async (query: string, ids = subscriptions.slice(0, 200).map(({ subscriptionId }) => subscriptionId)) =>
    (
      await arm('POST', '/providers/Microsoft.ResourceGraph/resources?api-version=2021-03-01', {
        subscriptions: ids,
        query,
        options: { $top: 1000, resultFormat: 'objectArray' },
      })
    ).body.data

  it('counts policy states of many subscriptions in one query', async () => {
    const rows = await sendRequest(
      "policyresources | where type =~ 'microsoft.policyinsights/policystates' | extend complianceState = tostring(properties.complianceState) | summarize resources = count() by subscriptionId, complianceState",
    )
    expect(new Set(rows.map((row: { subscriptionId: string }) => row.subscriptionId)).size).toBeGreaterThan(150)
    expect(new Set(rows.map((row: { complianceState: string }) => row.complianceState))).toEqual(new Set(['Compliant', 'NonCompliant']))
  })

  it('counts findings by severity, and shows the accounts in which Defender is on', async () => {
    const totals = await sendRequest(
      "securityresources | where type =~ 'microsoft.security/assessments/subassessments' and properties.status.code == 'Unhealthy' | summarize total = count(), critical = countif(properties.status.severity == 'Critical'), worst = max(todouble(properties.additionalData.cvss['3.0'].base)) by subscriptionId",
    )
    expect(totals.length).toBeGreaterThan(50)
    expect(
      totals.every(
        (row: { total: number; critical: number; worst: number }) => row.total >= row.critical && (row.critical === 0 || row.worst >= 9),
      ),
    ).toBe(true)
    const plans = await sendRequest(
      "securityresources | where type =~ 'microsoft.security/pricings' and name == 'VirtualMachines' | summarize count() by tolower(properties.pricingTier)",
    )
    expect(Object.fromEntries(plans.map((row: Record<string, unknown>) => Object.values(row)))).toMatchObject({
      free: expect.any(Number),
      standard: expect.any(Number),
    })
  })

  it('sums Advisor’s savings', async () => {
    const [row] = await sendRequest(
      "advisorresources | where properties.category == 'Cost' | summarize yearly = sum(todouble(properties.extendedProperties.annualSavingsAmount)), advice = count()",
    )
    expect(row.yearly / row.advice).toBeGreaterThan(60)
  })
})

describe('the calls and responses', () => {
  it('matches Azure’s specifications in all cases of this file', async (context) => {
    const validator = await wireValidator()
    if (!validator) return context.skip()
    const distinctByKey = new Map(exchanges.map((each) => [`${each.method} ${each.path} ${Object.keys(each.query)} ${each.status}`, each]))
    const { validated, violations } = await validator.validator([...distinctByKey.values()])
    expect(violations.filter(({ part, status }) => part === 'response' || status < 400)).toEqual([])
    expect(validated).toBeGreaterThan(15)
  })
})
