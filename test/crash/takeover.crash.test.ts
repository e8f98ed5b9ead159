import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lostRunMessage } from '../../server/workflows/claim.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { type ApprovedAccount, approveAll } from '../approveAll.ts'
import { completeAccount, readBuiltAccount } from '../readBuiltAccount.ts'
import { until } from '../until.ts'
import { type ServerProcess, startServer } from './serverProcess.ts'

let app: TestApp
const promisedMs = 60_000
const servers: ServerProcess[] = []

beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  app.simulator.asyncDelayMs = 20
})
afterAll(async () => {
  for (const server of servers) server.signal('SIGKILL')
  await Promise.all(servers.map((server) => server.ended))
  await app.close()
})

async function start(): Promise<ServerProcess> {
  const server = await startServer(app)
  servers.push(server)
  await server.started
  expect(server.gone(), server.log()).toBe(false)
  return server
}
async function hasStatus({ runId }: ApprovedAccount, status: string): Promise<boolean> {
  return (await app.db.selectFrom('work_runs').select('status').where('id', '=', runId).executeTakeFirstOrThrow()).status === status
}
const lookUp =
  ({ accountId }: ApprovedAccount) =>
  (exchange: { service: string; method: string; query: Record<string, string> }) =>
    exchange.service === 'servicenow' && exchange.method === 'GET' && JSON.stringify(exchange.query).includes(accountId)

function onLookUp(account: ApprovedAccount, callback: () => void): void {
  const isLookUp = lookUp(account)
  const end = app.simulator.exchanges.onExchange((exchange) => {
    if (!isLookUp(exchange)) return
    end()
    callback()
  })
}

describe('two servers', () => {
  it('completes a run of the killed server in the other one within the documented time', async () => {
    const firstServer = await start()
    const account = await approveAll(app, 'takeover-killed')
    // The call is held until the other server has reached it.
    app.simulator.faults.add({
      service: 'servicenow',
      method: 'GET',
      path: account.accountId,
      count: 1,
      action: { kind: 'delay', ms: 120_000 },
    })
    await until(async () => (await stepStatus(account, 'registerInCmdb')) === 'running')
    const secondServer = await start()
    firstServer.signal('SIGKILL')
    const killedAt = Date.now()
    await until(() => hasStatus(account, 'succeeded'))
    expect(Date.now() - killedAt).toBeLessThan(promisedMs)
    expect(await readBuiltAccount(app, account)).toEqual(completeAccount(account))
    secondServer.signal('SIGTERM')
    await secondServer.ended
  })

  it('prevents writes by a stalled server after the other took over its run', async () => {
    const stalledServer = await start()
    const account = await approveAll(app, 'takeover-stalled')
    let isSuspended = false
    onLookUp(account, () => {
      // The server is stopped after the response “not found”, so its next action would be to create one.
      stalledServer.signal('SIGSTOP')
      isSuspended = true
    })
    await until(() => isSuspended)
    const otherServer = await start()
    await until(() => hasStatus(account, 'succeeded'))
    const builtAccount = await readBuiltAccount(app, account)
    expect(builtAccount).toEqual(completeAccount(account))
    const stepsBefore = await app.db.selectFrom('work_steps').selectAll().where('run_id', '=', account.runId).orderBy('position').execute()
    otherServer.signal('SIGTERM')
    await otherServer.ended
    stalledServer.signal('SIGCONT')
    await until(() => stalledServer.log().includes(lostRunMessage))
    const next = await approveAll(app, 'takeover-next')
    await until(() => hasStatus(next, 'succeeded'))
    expect(await readBuiltAccount(app, next)).toEqual(completeAccount(next))
    expect(await readBuiltAccount(app, account)).toEqual(builtAccount)
    expect(await app.db.selectFrom('work_steps').selectAll().where('run_id', '=', account.runId).orderBy('position').execute()).toEqual(
      stepsBefore,
    )
    stalledServer.signal('SIGTERM')
    await stalledServer.ended
  })

  it('continues a run in the other server when the first gets a stop signal', async () => {
    const leavingServer = await start()
    const account = await approveAll(app, 'takeover-asked')
    let signalledAt = 0
    onLookUp(account, () => {
      leavingServer.signal('SIGTERM')
      signalledAt = Date.now()
    })
    await until(() => signalledAt > 0)
    await leavingServer.ended
    expect(Date.now() - signalledAt).toBeLessThan(promisedMs)
    await start()
    await until(() => hasStatus(account, 'succeeded'))
    expect(await readBuiltAccount(app, account)).toEqual(completeAccount(account))
  })
})

async function stepStatus({ runId }: ApprovedAccount, name: string): Promise<string> {
  return (
    await app.db.selectFrom('work_steps').select('status').where('run_id', '=', runId).where('name', '=', name).executeTakeFirstOrThrow()
  ).status
}
