import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type DecommissionedAccount,
  decommissionedAccount,
  noRemains,
  readRemaining,
  skipGracePeriods,
} from '../../server/features/accounts/decommission/decommissioned.fixture.ts'
import { handlers } from '../../server/handlers.ts'
import { logger } from '../../server/http/logger.ts'
import type { FaultAction, FaultRule } from '../../simulator/core/faults.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { until } from '../until.ts'

let app: TestApp
const appliedFaults = new Set<FaultAction>()

interface FailureCase {
  title: string
  rules: (targetAccount: DecommissionedAccount) => FaultRule[]
  stuck?: { step: string; says: RegExp }
}
const buildRejection = (
  status: number,
  count: number,
  code: string,
  headers?: Record<string, string>,
): Pick<FaultRule, 'count' | 'action'> => ({
  count,
  action: { kind: 'status', status, body: { error: { code, message: `${code}, says Azure.` } }, ...(headers ? { headers } : {}) },
})

const failures: FailureCase[] = [
  {
    title: 'throttling of the revocation, with and without a retry delay',
    rules: ({ subscriptionId }) => [
      {
        service: 'arm',
        method: 'PUT',
        path: `${subscriptionId}.*/roleEligibilityScheduleRequests`,
        ...buildRejection(429, 2, 'TooManyRequests', { 'retry-after': '1' }),
      },
      { service: 'arm', method: 'DELETE', path: `${subscriptionId}.*/roleAssignments`, ...buildRejection(429, 1, 'TooManyRequests') },
    ],
  },
  {
    title: 'lost responses to all calls that remove something',
    rules: ({ subscriptionId, account }) => [
      { service: 'arm', method: 'PUT', path: `${subscriptionId}.*/roleEligibility`, count: 1, action: { kind: 'reset', when: 'after' } },
      { service: 'arm', method: 'DELETE', path: `${subscriptionId}.*/roleAssignments`, count: 1, action: { kind: 'reset', when: 'after' } },
      {
        service: 'arm',
        method: 'DELETE',
        path: `virtualNetworkPeerings/peer-to-${account.name}`,
        count: 1,
        action: { kind: 'reset', when: 'after' },
      },
      {
        service: 'arm',
        method: 'DELETE',
        path: `resourcegroups/rg-${account.name}-data`,
        count: 1,
        action: { kind: 'reset', when: 'after' },
      },
      { service: 'arm', method: 'POST', path: `${subscriptionId}.*/cancel`, count: 1, action: { kind: 'reset', when: 'after' } },
      { service: 'git', method: 'DELETE', path: `accounts/${account.name}/`, count: 1, action: { kind: 'reset', when: 'after' } },
    ],
  },
  {
    title: '503 for longer than the retries of one call, and a truncated response',
    rules: ({ subscriptionId, account }) => [
      { service: 'arm', method: 'GET', path: `${subscriptionId}/resourcegroups\\?`, ...buildRejection(503, 6, 'ServerTimeout') },
      { service: 'git', method: 'GET', path: `accounts/${account.name}/`, count: 1, action: { kind: 'truncate' } },
    ],
  },
  {
    title: 'a group that is already being deleted, and a group whose status is unknown at first',
    rules: ({ subscriptionId, account }) => [
      {
        service: 'arm',
        method: 'DELETE',
        path: `resourcegroups/rg-${account.name}-app`,
        ...buildRejection(409, 1, 'ResourceGroupBeingDeleted'),
      },
      { service: 'arm', method: 'GET', path: `${subscriptionId}/operationresults/`, ...buildRejection(404, 1, 'OperationNotFound') },
    ],
  },
  {
    title: 'a lock that the dry run did not list',
    rules: ({ account }) => [
      { service: 'arm', method: 'DELETE', path: `resourcegroups/rg-${account.name}-\\w+\\?`, ...buildRejection(409, 12, 'ScopeLocked') },
    ],
    stuck: { step: 'deleteResources', says: /^stillInUse: .*ScopeLocked/ },
  },
  {
    title: 'a peering that cannot be removed',
    rules: ({ account }) => [
      {
        service: 'arm',
        method: 'DELETE',
        path: `virtualNetworkPeerings/peer-to-${account.name}`,
        ...buildRejection(403, 1, 'AuthorizationFailed'),
      },
    ],
    stuck: { step: 'disconnect', says: /^AuthorizationFailed: / },
  },
  {
    title: 'a subscription that is still in use',
    rules: ({ subscriptionId }) => [
      { service: 'arm', method: 'POST', path: `${subscriptionId}.*/cancel`, ...buildRejection(400, 1, 'SubscriptionHasActiveResources') },
    ],
    stuck: { step: 'cancelSubscription', says: /SubscriptionHasActiveResources/ },
  },
  {
    title: 'ServiceNow hibernating, and then busy',
    rules: ({ accountId }) => [
      {
        service: 'servicenow',
        path: `cmdb_ci_cloud_service_account\\?.*${accountId}`,
        count: 1,
        action: {
          kind: 'status',
          status: 200,
          body: '<html>Your instance is hibernating</html>',
          headers: { 'content-type': 'text/html' },
        },
      },
      {
        service: 'servicenow',
        method: 'PATCH',
        path: 'cmdb_ci_cloud_service_account/',
        ...buildRejection(429, 1, 'Busy', { 'retry-after': '1' }),
      },
    ],
  },
]

const preparedByKey = new Map<FailureCase, { account: DecommissionedAccount; rules: FaultRule[]; faults: string[] }>()

beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  app.simulator.asyncDelayMs = 50
  const { apply } = app.simulator.faults
  app.simulator.faults.apply = (request) => {
    const actions = apply(request)
    for (const action of actions) appliedFaults.add(action)
    return actions
  }
  await skipGracePeriods(app.databaseUrl)
  for (const [index, failure] of failures.entries()) {
    const account = await decommissionedAccount(app, index * 12)
    const rules = failure.rules(account)
    preparedByKey.set(failure, { account, rules, faults: rules.map((rule) => app.simulator.faults.add(rule)) })
  }
  await app.jobs.work(handlers({ ...app.context, databaseUrl: app.databaseUrl, log: logger('silent') }))
})
afterAll(() => app.close())

async function waitForEnd({ runId }: DecommissionedAccount): Promise<string> {
  const statusNow = async () =>
    (await app.db.selectFrom('work_runs').select('status').where('id', '=', runId).executeTakeFirstOrThrow()).status
  await until(async () => ['succeeded', 'failed'].includes(await statusNow()))
  return statusNow()
}

describe('decommissioning an account despite a failure', () => {
  it.concurrent.each(failures)('succeeds despite $title', async (failure) => {
    const { account, rules, faults } = preparedByKey.get(failure)!
    const status = await waitForEnd(account)
    if (failure.stuck) {
      const failedRow = await app.db
        .selectFrom('work_steps')
        .select(['name', 'error'])
        .where('run_id', '=', account.runId)
        .where('status', '=', 'failed')
        .executeTakeFirst()
      expect({ status, step: failedRow?.name, says: `${failedRow?.error?.code}: ${failedRow?.error?.message}` }).toEqual({
        status: 'failed',
        step: failure.stuck.step,
        says: expect.stringMatching(failure.stuck.says),
      })
      for (const fault of faults) app.simulator.faults.remove(fault)
      const retriedResponse = await app.as(app.persona('Niamh').id).post(`/work/${account.runId}/steps/${failure.stuck.step}/retry`)
      expect(retriedResponse.status).toBe(200)
      await waitForEnd(account)
    }
    const { notifiedTwice, ...left } = await readRemaining(app, account)
    const { notifiedTwice: _, ...emptyRemains } = noRemains
    expect(left).toEqual(emptyRemains)
    expect(notifiedTwice).toEqual([])
    expect(rules.filter(({ action }) => !appliedFaults.has(action))).toEqual([])
  })
})
