import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startHttpsServer, type TestServer } from '../../client/testServer.ts'
import { handlers } from '../../server/handlers.ts'
import { logger } from '../../server/http/logger.ts'
import type { FaultAction, FaultRule } from '../../simulator/core/faults.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { type ApprovedAccount, approveAll } from '../approveAll.ts'
import { completeAccount, readBuiltAccount } from '../readBuiltAccount.ts'
import { until } from '../until.ts'

let app: TestApp
let otherScope: TestServer
const strikesElsewhere: (string | undefined)[] = []
const appliedFaults = new Set<FaultAction>()

beforeAll(async () => {
  otherScope = await startHttpsServer((request, response) => {
    strikesElsewhere.push(request.headers.authorization)
    response.end('{"value":[]}')
  })
  app = await startTestApp({ runJobs: false, settings: () => ({ SLIPWAY_SUBSCRIPTION_OWNER_ID: '' }) })
  app.simulator.asyncDelayMs = 100
  watchStrikes(app)
  for (const failure of failures) await prepare(failure)
  await app.jobs.work(handlers({ ...app.context, databaseUrl: app.databaseUrl, log: logger('silent') }))
})
afterAll(async () => {
  await app.close()
  await otherScope.close()
})

function watchStrikes({ simulator }: TestApp): void {
  const { apply } = simulator.faults
  simulator.faults.apply = (request) => {
    const actions = apply(request)
    for (const action of actions) appliedFaults.add(action)
    return actions
  }
}

type Ids = ApprovedAccount & { subscriptionId: string }
type Rules = (ids: Ids) => FaultRule[]

interface FailureCase {
  title: string
  /** Set before the run starts, when `subscriptionId` is unknown. */
  early?: Rules
  late?: Rules
  before?: (name: string) => Promise<void>
  stuck?: { step: string; says: RegExp; repair?: (ids: ApprovedAccount) => Promise<void> }
}

const armError = (status: number, code: string, count: number, headers?: Record<string, string>): Pick<FaultRule, 'count' | 'action'> => ({
  count,
  action: { kind: 'status', status, body: { error: { code, message: `${code}, says Azure.` } }, ...(headers ? { headers } : {}) },
})
const vnet = ({ name }: ApprovedAccount) => `/virtualNetworks/vnet-${name}(\\?|$)`
const item = ({ accountId }: ApprovedAccount) => `cmdb_ci_cloud_service_account\\?.*${accountId}`
const html = { 'content-type': 'text/html' }

const failures: FailureCase[] = [
  {
    title: 'throttling with a retry delay',
    late: ({ subscriptionId }) => [
      {
        service: 'arm',
        method: 'PUT',
        path: `managementGroups/.*${subscriptionId}`,
        ...armError(429, 'TooManyRequests', 2, { 'retry-after': '1' }),
      },
    ],
  },
  {
    title: 'throttling without a retry delay',
    late: ({ subscriptionId }) => [
      { service: 'arm', method: 'PATCH', path: `${subscriptionId}.*/tags`, ...armError(429, 'TooManyRequests', 2) },
    ],
  },
  {
    title: '503 for longer than the retries of one call',
    late: ({ subscriptionId }) => [
      { service: 'arm', method: 'GET', path: `${subscriptionId}.*/budgets`, ...armError(503, 'ServerTimeout', 6) },
    ],
  },
  {
    title: 'errors with status 500',
    early: ({ name }) => [
      { service: 'arm', method: 'PUT', path: `/resourcegroups/rg-${name}-network(\\?|$)`, ...armError(500, 'InternalServerError', 2) },
    ],
  },
  {
    title: 'a connection lost before the request',
    early: ({ accountId }) => [{ service: 'arm', method: 'PUT', path: accountId, count: 1, action: { kind: 'reset', when: 'before' } }],
  },
  {
    title: 'a connection lost before the response',
    early: ({ accountId }) => [{ service: 'arm', method: 'PUT', path: accountId, count: 1, action: { kind: 'reset', when: 'after' } }],
  },
  {
    title: 'a connection lost within the response body',
    early: ({ accountId }) => [{ service: 'arm', method: 'PUT', path: accountId, count: 1, action: { kind: 'reset', when: 'midBody' } }],
  },
  {
    title: 'a truncated response',
    early: ({ accountId, name }) => [
      { service: 'arm', method: 'PUT', path: accountId, count: 1, action: { kind: 'truncate' } },
      { service: 'git', method: 'GET', path: `accounts/${name}/account.json`, count: 1, action: { kind: 'truncate' } },
    ],
  },
  {
    title: 'slow responses',
    late: ({ subscriptionId }) => [{ service: 'arm', path: subscriptionId, count: 6, action: { kind: 'delay', ms: 800 } }],
  },
  {
    title: 'a new subscription that is unknown and forbidden at first',
    late: ({ subscriptionId }) => [
      { service: 'arm', method: 'GET', path: `^/subscriptions/${subscriptionId}\\?`, ...armError(404, 'SubscriptionNotFound', 2) },
      { service: 'arm', method: 'PUT', path: `managementGroups/.*${subscriptionId}`, ...armError(403, 'AuthorizationFailed', 2) },
    ],
  },
  {
    title: 'groups that Azure doesn’t know yet',
    late: ({ subscriptionId }) => [
      { service: 'arm', method: 'PUT', path: `${subscriptionId}.*/roleAssignments/`, ...armError(400, 'PrincipalNotFound', 2) },
      {
        service: 'arm',
        method: 'PUT',
        path: `${subscriptionId}.*/roleEligibilityScheduleRequests/`,
        ...armError(400, 'SubjectNotFound', 2),
      },
    ],
  },
  {
    title: 'another operation in progress',
    early: (ids) => [{ service: 'arm', method: 'PUT', path: vnet(ids), ...armError(409, 'AnotherOperationInProgress', 1) }],
  },
  {
    title: 'an operation status that is unknown at first',
    late: ({ subscriptionId }) => [
      { service: 'arm', method: 'GET', path: `${subscriptionId}.*/operations/`, ...armError(404, 'NotFound', 1) },
    ],
  },
  {
    title: 'GitHub’s secondary rate limit',
    early: ({ name }) => [
      {
        service: 'git',
        path: `accounts/${name}/`,
        count: 1,
        action: {
          kind: 'status',
          status: 403,
          body: { message: 'You have exceeded a secondary rate limit.' },
          headers: { 'retry-after': '1' },
        },
      },
    ],
  },
  {
    title: 'throttling by ServiceNow',
    early: (ids) => [
      {
        service: 'servicenow',
        path: item(ids),
        count: 2,
        action: { kind: 'status', status: 429, body: { error: { message: 'Rate limit exceeded' } }, headers: { 'retry-after': '1' } },
      },
    ],
  },
  {
    title: 'a hibernating ServiceNow instance',
    early: (ids) => [
      {
        service: 'servicenow',
        path: item(ids),
        count: 1,
        action: { kind: 'status', status: 200, body: '<html>Your instance is hibernating</html>', headers: html },
      },
    ],
  },
  {
    title: 'a password that ServiceNow rejects with a web page',
    early: (ids) => [
      {
        service: 'servicenow',
        path: item(ids),
        count: 1,
        action: { kind: 'status', status: 401, body: '<html>Required to provide Auth information</html>', headers: html },
      },
    ],
    stuck: { step: 'registerInCmdb', says: /ServiceNow/ },
  },
  {
    title: 'a failed creation of the subscription',
    early: ({ accountId }) => [
      {
        service: 'arm',
        method: 'PUT',
        path: accountId,
        count: 1,
        action: { kind: 'failAsync', code: 'BillingScopeInvalid', message: 'The billing scope is closed.' },
      },
    ],
    stuck: { step: 'createSubscription', says: /^subscriptionFailed: / },
  },
  {
    title: 'a failed creation of the network',
    early: (ids) => [
      {
        service: 'arm',
        method: 'PUT',
        path: vnet(ids),
        count: 1,
        action: { kind: 'failAsync', code: 'InsufficientCapacity', message: 'No capacity is left in uksouth.' },
      },
    ],
    stuck: { step: 'buildNetwork', says: /No capacity is left in uksouth/ },
  },
  {
    title: 'a failed peering',
    early: ({ name }) => [
      {
        service: 'arm',
        method: 'PUT',
        path: `virtualNetworkPeerings/to-${name}`,
        count: 1,
        action: { kind: 'failAsync', code: 'PeeringLimit', message: 'The hub has too many peerings.' },
      },
    ],
    stuck: { step: 'buildNetwork', says: /The hub has too many peerings/ },
  },
  {
    title: 'another group with the same name',
    before: async (name) => void (await app.context.clients.graph.createGroup({ ...foreignGroup(name), ownerIds: [], memberIds: [] })),
    stuck: {
      step: 'createAccessGroups',
      says: /^groupNameTaken: .*az-.*-developers/,
      repair: async ({ name }) => {
        const existingGroup = await app.context.clients.graph.findGroupByMailNickname(foreignGroup(name).mailNickname)
        expect(existingGroup?.description).toBe(foreignGroup(name).description)
        await app.context.clients.graph.deleteGroup(existingGroup!.id)
      },
    },
  },
  {
    title: 'a next page at an unknown URL',
    late: ({ subscriptionId }) => [
      {
        service: 'arm',
        method: 'GET',
        path: `${subscriptionId}.*/roleDefinitions`,
        count: 1,
        action: {
          kind: 'status',
          status: 200,
          body: { value: [], nextLink: `${otherScope.origin}/page2` },
          headers: { 'content-type': 'application/json' },
        },
      },
    ],
    stuck: { step: 'assignRoles', says: /^foreignOrigin: / },
  },
  {
    title: 'an operation status at an unknown URL',
    early: (ids) => [
      {
        service: 'arm',
        method: 'PUT',
        path: vnet(ids),
        count: 1,
        action: {
          kind: 'status',
          status: 201,
          body: { properties: { provisioningState: 'Updating' } },
          headers: { 'content-type': 'application/json', 'azure-asyncoperation': `${otherScope.origin}/status` },
        },
      },
    ],
    stuck: { step: 'buildNetwork', says: /^foreignOrigin: / },
  },
]

const foreignGroup = (name: string) => ({
  displayName: `az-${name}-developers`,
  mailNickname: `az-${name}-developers`,
  description: 'Made by hand, long ago.',
})

async function stateOf({ runId }: ApprovedAccount) {
  const run = await app.db.selectFrom('work_runs').select('status').where('id', '=', runId).executeTakeFirstOrThrow()
  const failedRow = await app.db
    .selectFrom('work_steps')
    .select(['name', 'error'])
    .where('run_id', '=', runId)
    .where('status', '=', 'failed')
    .executeTakeFirst()
  return { run: run.status, failed: failedRow }
}
const waitForEnd = (account: ApprovedAccount, testApp: TestApp = app) =>
  until(async () => {
    const run = await testApp.db.selectFrom('work_runs').select('status').where('id', '=', account.runId).executeTakeFirstOrThrow()
    return run.status === 'succeeded' || run.status === 'failed'
  })
const retry = (account: ApprovedAccount, step: string, testApp: TestApp = app) =>
  testApp.as(testApp.persona('Niamh').id).post(`/work/${account.runId}/steps/${step}/retry`)

const preparedByKey = new Map<FailureCase, { account: ApprovedAccount; rules: FaultRule[] }>()

async function prepare(failure: FailureCase): Promise<void> {
  const name = `trouble-${failures.indexOf(failure)}`
  await failure.before?.(name)
  const account = await approveAll(app, name)
  const rules: FaultRule[] = []
  const addFaults = (newRules: FaultRule[]) => {
    rules.push(...newRules)
    for (const rule of newRules) app.simulator.faults.add(rule)
  }
  preparedByKey.set(failure, { account, rules })
  if (failure.early) addFaults(failure.early({ ...account, subscriptionId: '' }))
  if (failure.late) afterSubscription(account, (ids) => addFaults(failure.late!(ids)))
}

function afterSubscription(account: ApprovedAccount, applyChanges: (ids: Ids) => void): void {
  const end = app.simulator.exchanges.onExchange(({ method, path, responseBody }) => {
    if (method !== 'PUT' || !path.endsWith(`/aliases/${account.accountId}`)) return
    end()
    applyChanges({ ...account, ...(responseBody as { properties: { subscriptionId: string } }).properties })
  })
}

async function finishDespite({ stuck }: Pick<FailureCase, 'stuck'>, account: ApprovedAccount): Promise<void> {
  await waitForEnd(account)
  if (stuck) {
    const { run, failed: failedRow } = await stateOf(account)
    expect({ run, step: failedRow?.name, says: `${failedRow?.error?.code}: ${failedRow?.error?.message}` }).toEqual({
      run: 'failed',
      step: stuck.step,
      says: expect.stringMatching(stuck.says),
    })
    await stuck.repair?.(account)
    expect((await retry(account, stuck.step)).status).toBe(200)
    await waitForEnd(account)
  }
  expect(await readBuiltAccount(app, account)).toEqual(completeAccount(account, 'Slipway'))
}

describe('building an account despite a failure', () => {
  it.concurrent.each(failures)('succeeds despite $title', async (failure) => {
    const { account, rules } = preparedByKey.get(failure)!
    await finishDespite(failure, account)
    expect(rules.filter(({ action }) => !appliedFaults.has(action))).toEqual([])
    expect(rules.length > 0 || failure.before !== undefined).toBe(true)
  })
})

it('doesn’t send credentials to an unknown URL', () => expect(strikesElsewhere).toEqual([]))

describe('building an account once', () => {
  it('succeeds when every creating call loses its response', async () => {
    const loseResponse = (service: FaultRule['service'], method: string, path: string, count = 1): string =>
      app.simulator.faults.add({ service, method, path, count, action: { kind: 'reset', when: 'after' } })
    loseResponse('git', 'POST', '/git/refs$')
    loseResponse('git', 'PUT', '/contents/', 2)
    loseResponse('git', 'POST', '/pulls$')
    loseResponse('git', 'PUT', '/merge$')
    loseResponse('graph', 'PATCH', '/groups\\(uniqueName', 2)
    loseResponse('arm', 'PUT', '/resourcegroups/')
    loseResponse('arm', 'PUT', '/virtualNetworks/', 3)
    loseResponse('arm', 'PUT', '/budgets/')
    loseResponse('arm', 'PUT', '/roleAssignments/')
    loseResponse('arm', 'PUT', '/roleEligibilityScheduleRequests/')
    loseResponse('servicenow', 'POST', '/cmdb_ci_cloud_service_account')
    const account = await approveAll(app, 'lost-answers')
    await finishDespite({}, account)
  })

  it('succeeds when every creating call has a truncated response', async () => {
    for (const [service, method] of [
      ['git', 'POST'],
      ['git', 'PUT'],
      ['graph', 'PATCH'],
      ['graph', 'POST'],
      ['arm', 'PUT'],
      ['arm', 'PATCH'],
      ['servicenow', 'POST'],
    ] as const)
      app.simulator.faults.add({ service, method, count: 3, action: { kind: 'truncate' } })
    const account = await approveAll(app, 'half-answers')
    await finishDespite({}, account)
    app.simulator.faults.clear()
  })

  it('succeeds when the cloud hides everything it has just created', async () => {
    app.simulator.consistency.delayMs = 2_000
    const accounts = [await approveAll(app, 'late-1'), await approveAll(app, 'late-2')]
    for (const account of accounts) await finishDespite({}, account)
    app.simulator.consistency.delayMs = 0
  })

  it('succeeds after failed checks of the pull request, once the change is fixed', async () => {
    app.simulator.faults.add({
      service: 'git',
      method: 'POST',
      path: '/pulls$',
      count: 1,
      action: { kind: 'failAsync', code: 'PolicyDenied', message: 'Region not allowed' },
    })
    const account = await approveAll(app, 'bad-checks')
    const repair = async ({ name, reference }: ApprovedAccount) =>
      app.context.clients.git.putFile({
        path: `accounts/${name}/note.md`,
        branch: `slipway/${reference.toLowerCase()}`,
        content: 'Allowed from now on.',
        message: 'Mend',
      })
    await finishDespite({ stuck: { step: 'recordInRepository', says: /^checksFailed: /, repair } }, account)
  })

  it('succeeds after a failed pipeline, once it has been run again', async () => {
    app.simulator.faults.add({
      service: 'git',
      method: 'PUT',
      path: '/merge$',
      count: 1,
      action: { kind: 'failAsync', code: 'QuotaExceeded', message: 'Quota exceeded' },
    })
    const account = await approveAll(app, 'bad-delivery')
    const repair = async () => {
      const runs = app.simulator.state.collection<{ sha: string; fate: { kind: string } }>('git.runs')
      for (const run of runs.values()) if (run.fate.kind === 'fail') runs.set(run.sha, { ...run, fate: { kind: 'succeed' } })
    }
    await finishDespite({ stuck: { step: 'deliverCatalogueItems', says: /^deliveryFailed: /, repair } }, account)
  })
})
