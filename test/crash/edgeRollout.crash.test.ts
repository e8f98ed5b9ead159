import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freeNumbers, launch, rolloutOf, storeRows, waitForStatus } from '../../server/features/services/edge/edge.fixture.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { until } from '../until.ts'
import { type ServerProcess, startServer } from './serverProcess.ts'

let app: TestApp
let server: ServerProcess

beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  app.simulator.asyncDelayMs = 20
  server = await startServer(app)
  await server.started
})
afterAll(async () => {
  server.signal('SIGKILL')
  await server.ended
  await app.close()
})

async function killAfter(service: 'arm' | 'servicenow', method: string, path: string, begin?: () => Promise<string>) {
  app.simulator.faults.add({ service, method, path, skip: 1, count: 1, action: { kind: 'kill', pid: server.pid, when: 'after' } })
  const startResult = await begin?.()
  await until(() => server.gone())
  await server.ended
  app.simulator.faults.clear()
  server = await startServer(app)
  return startResult
}

const items = (collection: string, mark: RegExp) =>
  app.simulator.state
    .collection<unknown>(collection)
    .values()
    .map((each) => JSON.stringify(each))
    .filter((each) => mark.test(each)).length

describe('a server killed with kill -9 during a rollout of stores', () => {
  it('doesn’t lose or repeat anything, and runs the waves in order', async () => {
    const numbers = freeNumbers(app, 8)
    const id = (await killAfter('arm', 'PUT', '/aliases/', () => launch(app, 'Killed', numbers, { waveSize: 4 })))!
    await killAfter('arm', 'PUT', '/virtualNetworks/')
    await killAfter('servicenow', 'POST', 'cmdb_ci_cloud_service_account')
    await waitForStatus(app, id, 'built')
    expect(await rolloutOf(app, id)).toMatchObject({
      counts: { ready: 8, failed: 0 },
      waves: [
        { status: 'done', attempt: 1 },
        { status: 'done', attempt: 1 },
      ],
    })
    expect(items('arm.aliases', /"store-\d+-/)).toBe(8)
    expect(items('servicenow.records', /"name":"store-\d+-/)).toBe(8)
    expect(items('git.pulls', /Killed, wave/)).toBe(2)
    const rows = await storeRows(app, id)
    const subscriptions = await app.db
      .selectFrom('accounts')
      .select('subscription_id')
      .where(
        'id',
        'in',
        rows.map((row) => row.account_id!),
      )
      .execute()
    expect(new Set(subscriptions.map((row) => row.subscription_id)).size).toBe(8)
  })
})
