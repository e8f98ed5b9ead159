import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isCreatedManually } from '../../../../simulator/arm/companyExtras.ts'
import type { Exchange } from '../../../../simulator/core/exchangeLog.ts'
import type { FaultAction } from '../../../../simulator/core/faults.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { invalidate } from '../../../clients/cached.ts'
import { decommissionableWith } from '../decommission/decommissionable.fixture.ts'

const graph = 'ResourceGraph/resources'
const lists: [insight: string, path: string][] = [
  ['ResourceGroups', '/resourcegroups\\?'],
  ['unmanagedResourceGroups', '/resourcegroups\\?'],
  ['resources', '/resources\\?'],
  ['networkDetails', 'virtualNetworks'],
  ['networkDetails', 'publicIPAddresses'],
  ['rsvPolicies', 'RecoveryServices/vaults\\?'],
  ['rsvPolicies', 'backupPolicies'],
  ['rsvPolicies', 'backupProtectedItems'],
  ['rsvPolicies', graph],
  ['updateManagementSchedules', 'configurationAssignments'],
  ['updateManagementSchedules', 'maintenanceConfigurations'],
  ['updateManagementSchedules', graph],
  ['policyCompliance', 'policyStates/latest/queryResults'],
  ['policyCompliance', graph],
  ['vulnerabilitySummary', 'subAssessments'],
  ['resourceVulnerabilityData', 'subAssessments'],
  ['advisorCostRecommendations', 'Advisor/recommendations'],
  ['cost', 'CostManagement/query'],
]

let app: TestApp
let vaultAccountId: string
let ordinaryAccountId: string
let accountWithManualGroup: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  ordinaryAccountId = app.company.accounts.filter((each) => each.status === 'active' && each.kind === 'cloud')[11]!.id
  accountWithManualGroup = await createAccountWithManualGroup()
  vaultAccountId = (await decommissionableWith(app, 0, true)).id
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

async function createAccountWithManualGroup(): Promise<string> {
  for (const { id, subscriptionId } of app.company.accounts.filter((each) => each.status === 'active' && each.kind === 'cloud')) {
    const groups = await app.context.clients.arm.listResourceGroups(subscriptionId)
    if (groups.some(({ name }) => isCreatedManually(name))) return id
  }
  throw new Error('no group was created outside Slipway')
}

const sendRequest = (insight: string) => {
  invalidate(app.context.clients, '')
  const account = { rsvPolicies: vaultAccountId, unmanagedResourceGroups: accountWithManualGroup }[insight] ?? ordinaryAccountId
  return app.as(app.persona('Niamh').id).get(`/accounts/${account}/${insight}`)
}

/** Resource Graph accepts 15 queries in five seconds, so tests of other lists reuse its last response. */
let graphResponse: unknown

async function firstPage(insight: string, path: string): Promise<object> {
  const matches: Exchange[] = []
  const stop = app.simulator.exchanges.onExchange((exchange) => {
    if (new RegExp(path, 'i').test(`${exchange.path}?`)) matches.push(exchange)
    if (exchange.path.includes(graph)) graphResponse = exchange.responseBody
  })
  const response = await sendRequest(insight)
  stop()
  expect([response.status, matches[0]?.status]).toEqual([200, 200])
  const body = matches[0]!.responseBody as { properties?: object }
  const nextLink = `${app.simulator.origins.arm}${matches[0]!.path}?${new URLSearchParams({ ...matches[0]!.query, $skiptoken: 'more' })}`
  if ('data' in body) return { ...body, $skipToken: 'more' }
  const link = path.includes('policyStates') ? { '@odata.nextLink': nextLink } : { nextLink }
  return body.properties ? { ...body, properties: { ...body.properties, ...link } } : { ...body, ...link }
}

const secondPageFaults: [string, FaultAction | 'again'][] = [
  ['is denied', { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'No.' } } }],
  ['is malformed', { kind: 'status', status: 200, body: { value: 'nothing', data: 'nothing', properties: 'nothing' } }],
  ['fails permanently', { kind: 'status', status: 500, body: 'oops', headers: { 'retry-after': '0' } }],
  ['is the first one again', 'again'],
]

function addFault(path: string, body: object, second: FaultAction | 'again'): void {
  const firstAction: FaultAction = { kind: 'status', status: 200, body }
  if (path !== graph)
    app.simulator.faults.add({ service: 'arm', path: graph, action: { kind: 'status', status: 200, body: graphResponse } })
  app.simulator.faults.add({ service: 'arm', path, count: 1, action: firstAction })
  app.simulator.faults.add({ service: 'arm', path, skip: 1, action: second === 'again' ? firstAction : second })
}

describe.each(lists)('the insight %s, with a second page of %s', (insight, path) => {
  let body: object
  beforeAll(async () => {
    body = await firstPage(insight, path)
  })
  it.each(secondPageFaults)('returns 502 and no partial list when the second page %s', async (_, second) => {
    addFault(path, body, second)
    const response = await sendRequest(insight)
    expect([response.status, response.body.code, response.body.items]).toEqual([502, 'outsideFailed', undefined])
  })
})

/** Additional details of the groups can be missing as a whole, which the response says, but they are never incomplete. */
describe.each([
  [graph, (group: { resources: number | null }) => group.resources, true],
  ['eventtypes/management/values', (group: { createdBy: string | null }) => group.createdBy, false],
] as const)('unmanaged resource groups, with a second page of %s', (path, readDetail, isHistoryKnown) => {
  let body: object
  beforeAll(async () => {
    body = await firstPage('unmanagedResourceGroups', path)
  })
  it.each(secondPageFaults)('returns the groups without these details when the second page %s', async (_, second) => {
    addFault(path, body, second)
    const response = await sendRequest('unmanagedResourceGroups')
    expect([response.status, response.body.items.length > 0, response.body.historyKnown]).toEqual([200, true, isHistoryKnown])
    expect(response.body.items.map(readDetail)).toEqual(response.body.items.map(() => null))
  })
})
