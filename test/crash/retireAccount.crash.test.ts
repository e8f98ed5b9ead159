import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Doomed, doomed, nothingLeft, whatIsLeft, withoutGrace } from '../../server/features/account-retirement/retired.fixture.ts'
import type { ServiceName } from '../../simulator/simulator.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { withClient } from '../postgresServer.ts'
import { until } from '../until.ts'
import { type ServerProcess, startServer } from './serverProcess.ts'

const minute = 60_000
let app: TestApp
let server: ServerProcess | undefined

beforeAll(async () => {
  app = await startTestApp({ work: false })
  app.simulator.asyncDelayMs = 20
})
afterAll(async () => {
  server?.signal('SIGKILL')
  await server?.ended
  await app.close()
})

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
const statusOf = async (runId: string) =>
  (await app.db.selectFrom('work_runs').select('status').where('id', '=', runId).executeTakeFirstOrThrow()).status
const hasEnded = async (runId: string) => ['succeeded', 'failed'].includes(await statusOf(runId))

/** Kills a server at each of these writes, then lets the last one come to the end. */
async function killedAtEach(some: Write[], when: 'before' | 'after', runId: string): Promise<void> {
  for (const [service, method, path] of some) {
    const started = startServer(app)
    server = started
    app.simulator.faults.add({ service, method, path, count: 1, action: { kind: 'kill', pid: started.pid, when } })
    await until(async () => {
      if (started.gone()) return true
      if (await hasEnded(runId)) throw new Error(`nothing was killed ${when} ${service} ${method} ${path}`)
      return false
    }, 3 * minute)
    await started.ended
    app.simulator.faults.clear()
  }
  server = startServer(app)
  await until(() => hasEnded(runId), 3 * minute)
  server.signal('SIGKILL')
  await server.ended
}

it(
  'a server killed after each write of a decommissioning: everything goes once',
  async () => {
    await withoutGrace(app.databaseUrl)
    const account = await doomed(app, 0)
    await killedAtEach(writes, 'after', account.runId)
    expect(await whatIsLeft(app, account)).toEqual(nothingLeft)
    await withClient(app.databaseUrl, (client) => client.query('drop trigger no_grace on account_retirements'))
  },
  5 * minute,
)

it(
  'a server killed amid taking access away, and after each right that an undo gives back: everybody has what they had',
  async () => {
    const account = await doomed(app, 60)
    await killedDuringAccess(account)
    const niamh = app.as(app.persona('Niamh').id)
    const undone = await niamh.post(`/accounts/${account.accountId}/updates/${account.updateId}/undo`)
    expect(undone.status).toBe(202)
    const back: Write[] = [
      ['arm', 'PUT', '/roleAssignments/'],
      ['arm', 'PUT', '/roleEligibilityScheduleRequests/'],
      ['arm', 'PUT', '/roleEligibilityScheduleRequests/'],
    ]
    await killedAtEach(back, 'after', undone.body.work.id)
    expect(await whatIsLeft(app, account)).toMatchObject({
      account: 'active',
      phase: 'undone',
      rights: account.rights,
      subscription: 'Enabled',
      hubSide: 1,
      ranges: 1,
      pullRequests: [],
      toldTwice: [],
    })
  },
  3 * minute,
)

async function killedDuringAccess({ runId }: Doomed): Promise<void> {
  for (const [service, method, path] of writes.slice(0, 2)) {
    const started = startServer(app)
    server = started
    app.simulator.faults.add({ service, method, path, count: 1, action: { kind: 'kill', pid: started.pid, when: 'after' } })
    await until(() => started.gone(), 3 * minute)
    app.simulator.faults.clear()
  }
  expect(await hasEnded(runId)).toBe(false)
}
