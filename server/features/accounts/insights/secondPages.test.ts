import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isCreatedManually } from '../../../../simulator/arm/companyExtras.ts'
import type { Exchange } from '../../../../simulator/core/exchangeLog.ts'
import type { FaultAction } from '../../../../simulator/core/faults.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { forget } from '../../../clients/fresh.ts'
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
let vaulted: string
let usual: string
let untidy: string
beforeAll(async () => {
  app = await startTestApp({ work: false })
  usual = app.company.accounts.filter((each) => each.status === 'active' && each.kind === 'cloud')[11]!.id
  untidy = await withHandMadeGroup()
  vaulted = (await decommissionableWith(app, 0, true)).id
})
afterAll(() => app.close())
afterEach(() => app.simulator.faults.clear())

async function withHandMadeGroup(): Promise<string> {
  for (const { id, subscriptionId } of app.company.accounts.filter((each) => each.status === 'active' && each.kind === 'cloud')) {
    const groups = await app.context.clients.arm.listResourceGroups(subscriptionId)
    if (groups.some(({ name }) => isCreatedManually(name))) return id
  }
  throw new Error('nobody made a group by hand')
}

const ask = (insight: string) => {
  forget(app.context.clients, '')
  const account = { rsvPolicies: vaulted, unmanagedResourceGroups: untidy }[insight] ?? usual
  return app.as(app.persona('Niamh').id).get(`/accounts/${account}/${insight}`)
}

/** Resource Graph accepts 15 queries in five seconds, so tests of other lists replay its last answer. */
let graphAnswer: unknown

async function firstPage(insight: string, path: string): Promise<object> {
  const found: Exchange[] = []
  const stop = app.simulator.exchanges.onExchange((exchange) => {
    if (new RegExp(path, 'i').test(`${exchange.path}?`)) found.push(exchange)
    if (exchange.path.includes(graph)) graphAnswer = exchange.responseBody
  })
  const answer = await ask(insight)
  stop()
  expect([answer.status, found[0]?.status]).toEqual([200, 200])
  const body = found[0]!.responseBody as { properties?: object }
  const nextLink = `${app.simulator.origins.arm}${found[0]!.path}?${new URLSearchParams({ ...found[0]!.query, $skiptoken: 'more' })}`
  if ('data' in body) return { ...body, $skipToken: 'more' }
  const link = path.includes('policyStates') ? { '@odata.nextLink': nextLink } : { nextLink }
  return body.properties ? { ...body, properties: { ...body.properties, ...link } } : { ...body, ...link }
}

const secondOnes: [string, FaultAction | 'again'][] = [
  ['is denied', { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'No.' } } }],
  ['is malformed', { kind: 'status', status: 200, body: { value: 'nothing', data: 'nothing', properties: 'nothing' } }],
  ['fails permanently', { kind: 'status', status: 500, body: 'oops', headers: { 'retry-after': '0' } }],
  ['is the first one again', 'again'],
]

function arrange(path: string, body: object, second: FaultAction | 'again'): void {
  const first: FaultAction = { kind: 'status', status: 200, body }
  if (path !== graph) app.simulator.faults.add({ service: 'arm', path: graph, action: { kind: 'status', status: 200, body: graphAnswer } })
  app.simulator.faults.add({ service: 'arm', path, count: 1, action: first })
  app.simulator.faults.add({ service: 'arm', path, skip: 1, action: second === 'again' ? first : second })
}

describe.each(lists)('the insight %s, with a second page of %s', (insight, path) => {
  let body: object
  beforeAll(async () => {
    body = await firstPage(insight, path)
  })
  it.each(secondOnes)('returns 502 and no partial list when that page %s', async (_, second) => {
    arrange(path, body, second)
    const answer = await ask(insight)
    expect([answer.status, answer.body.code, answer.body.items]).toEqual([502, 'outsideFailed', undefined])
  })
})

/** Additional details of the groups can be missing, which the answer reports, but they are never partial. */
describe.each([
  [graph, (group: { resources: number | null }) => group.resources, true],
  ['eventtypes/management/values', (group: { createdBy: string | null }) => group.createdBy, false],
] as const)('unmanaged resource groups, with a second page of %s', (path, added, historyKnown) => {
  let body: object
  beforeAll(async () => {
    body = await firstPage('unmanagedResourceGroups', path)
  })
  it.each(secondOnes)('returns the groups without its details when that page %s', async (_, second) => {
    arrange(path, body, second)
    const answer = await ask('unmanagedResourceGroups')
    expect([answer.status, answer.body.items.length > 0, answer.body.historyKnown]).toEqual([200, true, historyKnown])
    expect(answer.body.items.map(added)).toEqual(answer.body.items.map(() => null))
  })
})
