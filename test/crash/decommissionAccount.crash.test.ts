import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  decommissionedAccount,
  noRemains,
  readRemaining,
  skipGracePeriods,
} from '../../server/features/accounts/decommission/decommissioned.fixture.ts'
import type { ServiceName } from '../../simulator/core/serviceName.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { withClient } from '../postgresServer.ts'
import type { CallFailpoint } from './failpoints.ts'
import { killedAt, waitForRuns } from './killed.ts'

const minuteMs = 60_000
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  app.simulator.asyncDelayMs = 20
})
afterAll(() => app.close())

type Write = [service: ServiceName, method: string, path: string]
const writes: Write[] = [
  ['arm', 'PUT', '/roleEligibilityScheduleRequests/'],
  ['arm', 'DELETE', '/roleAssignments/'],
  ['arm', 'DELETE', 'vnet-hub.*/virtualNetworkPeerings/'],
  ['arm', 'DELETE', '/virtualNetworkPeerings/peer-to-hub'],
  ['arm', 'DELETE', '/resourcegroups/rg-.*-app'],
  ['arm', 'POST', '/Microsoft.Subscription/cancel'],
  ['servicenow', 'PATCH', 'cmdb_ci_cloud_service_account'],
  ['git', 'POST', '/git/refs$'],
  ['git', 'DELETE', '/contents/'],
  ['git', 'POST', '/pulls$'],
  ['git', 'PUT', '/merge$'],
]
const failpointsAfter = (subset: Write[]) =>
  subset.map(([service, method, path]): CallFailpoint => ({ service, method, path, when: 'after' }))

it(
  'removes everything once when the server is killed after each write of a decommission',
  async () => {
    await skipGracePeriods(app.databaseUrl)
    const accounts = [await decommissionedAccount(app, 0), await decommissionedAccount(app, 20), await decommissionedAccount(app, 40)]
    await killedAt(app, accounts, failpointsAfter(writes))
    await waitForRuns(app, accounts)
    for (const account of accounts) expect(await readRemaining(app, account)).toEqual(noRemains)
    await withClient(app.databaseUrl, (client) => client.query('drop trigger no_grace on account_decommissions'))
  },
  10 * minuteMs,
)

it(
  'restores all access when the server is killed during the revocation and the undo',
  async () => {
    const account = await decommissionedAccount(app, 60)
    await killedAt(app, [account], failpointsAfter(writes.slice(0, 2)))
    const niamh = app.as(app.persona('Niamh').id)
    const undoneResponse = await niamh.post(`/accounts/${account.accountId}/updates/${account.updateId}/undo`)
    expect(undoneResponse.status).toBe(202)
    const undoWrites: Write[] = [
      ['arm', 'PUT', '/roleAssignments/'],
      ['arm', 'PUT', '/roleEligibilityScheduleRequests/'],
      ['arm', 'PUT', '/roleEligibilityScheduleRequests/'],
    ]
    const undoRuns = [{ runId: undoneResponse.body.run.id }]
    await killedAt(app, undoRuns, failpointsAfter(undoWrites))
    await waitForRuns(app, undoRuns)
    expect(await readRemaining(app, account)).toMatchObject({
      account: 'active',
      phase: 'undone',
      roles: account.roles,
      subscription: 'Enabled',
      hubSide: 1,
      ranges: 1,
      pullRequests: [],
      notifiedTwice: [],
    })
  },
  10 * minuteMs,
)
