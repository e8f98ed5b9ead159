import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { FaultAction } from '../../../../simulator/core/faults.ts'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { invalidate } from '../../../clients/cached.ts'
import { createClients } from '../../../clients/clients.ts'
import { describeServiceError, responseProblems } from '../../../clients/serviceResponse.ts'
import { logger } from '../../../http/logger.ts'
import { decommissionableWith } from '../decommission/decommissionable.fixture.ts'

const questions: [insight: string, path: string][] = [
  ['ResourceGroups', '/resourcegroups\\?'],
  ['unmanagedResourceGroups', '/resourcegroups\\?'],
  ['resources', '/resources\\?'],
  ['networkDetails', 'virtualNetworks'],
  ['rsvPolicies', 'RecoveryServices/vaults\\?'],
  ['updateManagementSchedules', 'maintenanceConfigurations'],
  ['policyCompliance', 'policyStates/latest/summarize'],
  ['vulnerabilitySummary', 'subAssessments'],
  ['resourceVulnerabilityData', 'subAssessments'],
  ['advisorCostRecommendations', 'Advisor/recommendations'],
  ['cost', 'CostManagement/query'],
]

const busy = { error: { code: 'TooManyRequests', message: 'Too many requests.' } }
const transient: [string, FaultAction][] = [
  ['throttles with a wait time', { kind: 'status', status: 429, headers: { 'retry-after': '7' }, body: busy }],
  ['throttles without a wait time', { kind: 'status', status: 429, body: busy }],
  ['is unavailable', { kind: 'status', status: 503, body: { error: { code: 'ServerTimeout', message: 'Try again.' } } }],
  ['closes the connection before it responds', { kind: 'reset', when: 'before' }],
  ['closes the connection in the middle', { kind: 'reset', when: 'midBody' }],
  ['sends half a response', { kind: 'truncate' }],
]

const permanent: [string, FaultAction, RegExp | string][] = [
  [
    'throttles for too long',
    { kind: 'status', status: 429, headers: { 'retry-after': '95' }, body: busy },
    describeServiceError('Azure', 429, undefined, 95_000),
  ],
  ['remains unavailable', { kind: 'status', status: 500, body: 'oops' }, /Azure/],
  ['denies the call', { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'No.' } } }, /Azure/],
  ['rejects the token', { kind: 'status', status: 401, body: { error: { code: 'InvalidAuthenticationToken', message: 'No.' } } }, /Azure/],
  ['sends unexpected content', { kind: 'status', status: 200, body: { value: 'nothing', properties: 'nothing' } }, /Azure/],
  [
    'sends a web page',
    { kind: 'status', status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' },
    responseProblems.webPage('Azure'),
  ],
  ['sends half a response each time', { kind: 'truncate' }, responseProblems.unreadable('Azure')],
  ['redirects', { kind: 'status', status: 302, headers: { location: 'https://elsewhere.example/' } }, responseProblems.redirect('Azure')],
  ['never responds', { kind: 'hold', when: 'before' }, responseProblems.timeout('Azure')],
]

let app: TestApp
let usualNames: string[]
let vaultAccountId: string
/** Waits end immediately. With `impatient`, all deadlines are very short. */
const clock = {
  impatient: false,
  at: Date.now(),
  now: () => {
    if (clock.impatient) clock.at += 29_900
    return clock.at
  },
  wait: async (ms: number) => {
    clock.at += ms
  },
}
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  usualNames = app.company.accounts.filter((each) => each.status === 'active' && each.kind === 'cloud').map(({ id }) => id)
  vaultAccountId = (await decommissionableWith(app, 0, true)).id
  app.context.clients = createClients(app.config.external, { logger: logger('silent'), clock })
})
afterAll(() => app.close())
afterEach(() => {
  app.simulator.faults.clear()
  clock.impatient = false
})

let requestCount = 0
const sendRequest = (insight: string) => {
  invalidate(app.context.clients, '')
  // Azure allows few cost queries a minute for one account.
  const account = insight === 'rsvPolicies' ? vaultAccountId : usualNames[insight === 'cost' ? requestCount++ : 11]
  return app.as(app.persona('Niamh').id).get(`/accounts/${account}/${insight}`)
}

describe.each(questions)('the insight %s, from Azure’s %s', (insight, path) => {
  let graph: unknown
  beforeAll(async () => {
    const stop = app.simulator.exchanges.onExchange((exchange) => {
      if (exchange.path.includes('ResourceGraph')) graph = exchange.responseBody
    })
    expect((await sendRequest(insight)).status).toBe(200)
    stop()
  })

  /** Resource Graph accepts 15 queries in five seconds, so the test reuses an earlier response. */
  function addFault(action: FaultAction, count?: number): void {
    if (graph) app.simulator.faults.add({ service: 'arm', path: 'ResourceGraph', action: { kind: 'status', status: 200, body: graph } })
    app.simulator.faults.add({ service: 'arm', path, action, ...(count && { count }) })
  }

  it.each(transient)('succeeds when Azure %s', async (_, action) => {
    addFault(action, 1)
    expect((await sendRequest(insight)).status).toBe(200)
  })

  it.each(permanent)('returns 502 with the reason when Azure %s', async (_, action, message) => {
    addFault(action)
    clock.impatient = action.kind === 'hold'
    const response = await sendRequest(insight)
    expect([response.status, response.body.code, response.body.message]).toEqual([502, 'outsideFailed', expect.stringMatching(message)])
  })
})
