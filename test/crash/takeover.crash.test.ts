import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'
import { type ApprovedAccount, approveAll } from '../approveAll.ts'
import { readBuiltAccount, wholeAccount } from '../readBuiltAccount.ts'
import { until } from '../until.ts'
import { type ServerProcess, startServer } from './serverProcess.ts'

let app: TestApp
/** The promise is 15 seconds on a dedicated machine. */
const promisedMs = 60_000
const servers: ServerProcess[] = []

beforeAll(async () => {
  app = await startTestApp({ work: false })
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

function onLookUp(account: ApprovedAccount, strike: () => void): void {
  const isLookUp = lookUp(account)
  const end = app.simulator.exchanges.onExchange((exchange) => {
    if (!isLookUp(exchange)) return
    end()
    strike()
  })
}

describe('two servers', () => {
  it('completes a run of the killed server in the other one soon', async () => {
    const first = await start()
    const account = await approveAll(app, 'takeover-killed')
    // The call is held until the other server has arrived.
    app.simulator.faults.add({
      service: 'servicenow',
      method: 'GET',
      path: account.accountId,
      count: 1,
      action: { kind: 'delay', ms: 120_000 },
    })
    await until(async () => (await stepStatus(account, 'registerInCmdb')) === 'running')
    const second = await start()
    first.signal('SIGKILL')
    const killedAt = Date.now()
    await until(() => hasStatus(account, 'succeeded'))
    expect(Date.now() - killedAt).toBeLessThan(promisedMs)
    expect(await readBuiltAccount(app, account)).toEqual(wholeAccount(account))
    second.signal('SIGTERM')
    await second.ended
  })

  it('writes nothing with a server that stalled until the other took over its run, and continues with it', async () => {
    const stalled = await start()
    const account = await approveAll(app, 'takeover-stalled')
    let asleep = false
    onLookUp(account, () => {
      // The server is stopped with the response “not found”, so its next action would be to create one.
      stalled.signal('SIGSTOP')
      asleep = true
    })
    await until(() => asleep)
    const other = await start()
    await until(() => hasStatus(account, 'succeeded'))
    const built = await readBuiltAccount(app, account)
    expect(built).toEqual(wholeAccount(account))
    const before = await app.db.selectFrom('work_steps').selectAll().where('run_id', '=', account.runId).orderBy('position').execute()
    other.signal('SIGTERM')
    await other.ended
    stalled.signal('SIGCONT')
    await until(() => stalled.log().includes('too slow to keep its run'))
    const next = await approveAll(app, 'takeover-next')
    await until(() => hasStatus(next, 'succeeded'))
    expect(await readBuiltAccount(app, next)).toEqual(wholeAccount(next))
    expect(await readBuiltAccount(app, account)).toEqual(built)
    expect(await app.db.selectFrom('work_steps').selectAll().where('run_id', '=', account.runId).orderBy('position').execute()).toEqual(
      before,
    )
    stalled.signal('SIGTERM')
    await stalled.ended
  })

  it('continues a run in the other server when the first is asked to stop', async () => {
    const leaving = await start()
    const account = await approveAll(app, 'takeover-asked')
    let asked = 0
    onLookUp(account, () => {
      leaving.signal('SIGTERM')
      asked = Date.now()
    })
    await until(() => asked > 0)
    await leaving.ended
    expect(Date.now() - asked).toBeLessThan(promisedMs)
    await start()
    await until(() => hasStatus(account, 'succeeded'))
    expect(await readBuiltAccount(app, account)).toEqual(wholeAccount(account))
  })
})

async function stepStatus({ runId }: ApprovedAccount, name: string): Promise<string> {
  return (
    await app.db.selectFrom('work_steps').select('status').where('run_id', '=', runId).where('name', '=', name).executeTakeFirstOrThrow()
  ).status
}
