import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSession } from '../../server/auth/session.ts'
import { waitMessage } from '../../server/db/waitForDatabase.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { type ApprovedAccount, approveAll } from '../approveAll.ts'
import { openDatabaseProxy } from '../databaseProxy.ts'
import { tcpUrl } from '../postgresServer.ts'
import { until } from '../until.ts'
import { whileCallWaits } from '../whileCallWaits.ts'
import { type ServerProcess, startServer } from './serverProcess.ts'

let app: TestApp
const servers: ServerProcess[] = []
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterEach(async () => {
  for (const server of servers) server.signal('SIGKILL')
  await Promise.all(servers.map((server) => server.ended))
  servers.length = 0
})
afterAll(() => app.close())

async function launch(settings: Record<string, string> = {}): Promise<ServerProcess> {
  const { databaseUrl, runtimeUrl, config, simulator } = app
  const server = await startServer({ databaseUrl, runtimeUrl, config, simulator, settings })
  servers.push(server)
  return server
}
async function start(settings: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await launch(settings)
  await server.started
  expect(server.gone(), server.log()).toBe(false)
  return server
}

type Probe = 'livez' | 'startupz' | 'readyz'
async function probe(server: ServerProcess, name: Probe): Promise<string> {
  const response = await fetch(`${server.opsAddress()}/${name}`)
  const { status } = (await response.json()) as { status: string }
  return `${response.status} ${status}`
}
const probes = (server: ServerProcess) => Promise.all((['livez', 'startupz', 'readyz'] as const).map((name) => probe(server, name)))
const allWell = ['200 alive', '200 started', '200 ready']

async function openProxy() {
  const proxy = await openDatabaseProxy(app.runtimeUrl)
  const migrationUrl = tcpUrl(app.databaseUrl)
  migrationUrl.port = new URL(proxy.url).port
  return { ...proxy, settings: { DATABASE_URL: proxy.url, DATABASE_MIGRATION_URL: migrationUrl.href } }
}

async function sessionHeaders(): Promise<{ cookie: string }> {
  const { token } = await createSession(app.db, {
    personId: app.persona('Priya').id,
    roles: [],
    userAgent: undefined,
    accessToken: null,
    now: new Date(),
  })
  return { cookie: `slipway-session=${token}` }
}

async function whileCallRuns(server: ServerProcess, callback: () => Promise<void>): Promise<Response | Error> {
  const headers = await sessionHeaders()
  const send = () => fetch(`${server.address()}/towers`, { headers }).catch((error: Error) => error)
  return (await whileCallWaits(app.db, send, callback)).call
}
const isClosed = (server: ServerProcess) =>
  fetch(`${server.address()}/health`).then(
    () => false,
    () => true,
  )

describe('a server process', () => {
  it('responds to probes before PostgreSQL is available, then starts, and is ready only while PostgreSQL responds', async () => {
    const proxy = await openProxy()
    await proxy.cut()
    const server = await launch(proxy.settings)
    await until(async () => server.opsAddress() !== undefined && (await probe(server, 'readyz')) === '503 waitingForDatabase')
    expect(await probes(server)).toEqual(['200 alive', '503 waitingForDatabase', '503 waitingForDatabase'])
    expect((await fetch(`${server.opsAddress()}/metrics`)).status).toBe(200)
    await proxy.repair()
    await server.started
    await until(async () => (await probe(server, 'readyz')) === '200 ready')
    expect(await probes(server)).toEqual(allWell)

    await proxy.cut()
    await until(async () => (await probe(server, 'readyz')) === '503 waitingForDatabase')
    expect(await probes(server)).toEqual(['200 alive', '200 started', '503 waitingForDatabase'])
    await proxy.repair()
    await until(async () => (await probe(server, 'readyz')) === '200 ready')
    server.signal('SIGTERM')
    await server.ended
    expect(server.exitCode(), server.log()).toBe(0)
    await proxy.close()
  })

  it('stops on SIGTERM while it waits for PostgreSQL', async () => {
    const proxy = await openProxy()
    await proxy.cut()
    const server = await launch(proxy.settings)
    await until(() => server.log().includes(waitMessage))
    server.signal('SIGTERM')
    await server.ended
    expect(server.exitCode(), server.log()).toBe(0)
  })

  it('prepares the database again if a connection breaks in the meantime', async () => {
    const proxy = await openProxy()
    proxy.breakAt('pg_advisory_lock', 'before')
    const server = await start(proxy.settings)
    expect(server.log()).toContain(waitMessage)
    expect(await probes(server)).toEqual(allWell)
    server.signal('SIGTERM')
    await server.ended
    await proxy.close()
  })

  it('exits with the reason if PostgreSQL doesn’t become available in time, and immediately for a wrong password', async () => {
    const proxy = await openProxy()
    await proxy.cut()
    const waitingServer = await launch({ ...proxy.settings, SLIPWAY_DATABASE_WAIT_SECONDS: '1' })
    await waitingServer.ended
    expect(waitingServer.exitCode()).toBe(1)
    expect(waitingServer.log()).toContain('SLIPWAY_DATABASE_WAIT_SECONDS')

    const wrongUrl = new URL(app.runtimeUrl)
    wrongUrl.password = 'canary-wrong'
    const failedServer = await launch({ DATABASE_URL: wrongUrl.href })
    await failedServer.ended
    expect(failedServer.exitCode()).toBe(1)
    expect(failedServer.log()).toContain('DATABASE_URL')
    for (const text of ['canary', waitMessage]) expect(failedServer.log()).not.toContain(text)
  })

  it('fails its readiness probe on SIGTERM, serves until the listeners close, and completes the current call', async () => {
    const server = await start({ SLIPWAY_DRAIN_READINESS_SECONDS: '3' })
    const stream = await fetch(`${server.address()}/events`, { headers: await sessionHeaders() })
    const streamEnded = stream.text()
    const response = await whileCallRuns(server, async () => {
      expect(await probes(server)).toEqual(allWell)
      server.signal('SIGTERM')
      await until(async () => (await probe(server, 'readyz')) === '503 draining')
      expect(await streamEnded).toContain('event: recent')
      const response = await fetch(`${server.address()}/health`)
      expect([response.status, response.headers.get('connection')]).toEqual([200, 'close'])
      await until(() => isClosed(server))
      expect(await probes(server)).toEqual(['200 alive', '200 started', '503 draining'])
    })
    expect(response).toMatchObject({ status: 200 })
    await server.ended
    expect(server.exitCode(), server.log()).toBe(0)
  })

  it('ends a call at its time limit, and names it in the log', async () => {
    const server = await start({ SLIPWAY_DRAIN_REQUEST_SECONDS: '1' })
    const response = await whileCallRuns(server, async () => {
      server.signal('SIGTERM')
      await until(() => server.log().includes('"requests: listTowers"') || server.gone())
    })
    expect(response).toBeInstanceOf(Error)
    await server.ended
    expect(server.exitCode(), server.log()).toBe(1)
  })

  it('exits immediately on the second signal', async () => {
    const server = await start({ SLIPWAY_DRAIN_REQUEST_SECONDS: '300' })
    await whileCallRuns(server, async () => {
      server.signal('SIGTERM')
      await until(() => isClosed(server))
      await delay(500)
      expect(server.gone()).toBe(false)
      server.signal('SIGINT')
      await server.ended
      expect(server.exitCode()).toBe(1)
    })
  })

  it('stops waiting for a hanging job at its time limit and names it, and another server continues it', async () => {
    const server = await start({ SLIPWAY_DRAIN_JOB_SECONDS: '1' })
    const account = await approveAll(app, 'drain-stuck')
    app.simulator.faults.add({
      service: 'servicenow',
      method: 'GET',
      path: account.accountId,
      count: 1,
      action: { kind: 'delay', ms: 60_000 },
    })
    await until(() => isAtStep(account, 'registerInCmdb'))
    server.signal('SIGTERM')
    const signalledAt = Date.now()
    await server.ended
    expect(Date.now() - signalledAt).toBeLessThan(45_000)
    expect(server.exitCode(), server.log()).toBe(1)
    expect(server.log()).toContain(`jobs: work ${account.runId}`)
    await start()
    await until(async () => (await statusOf(account)) === 'succeeded')
  })
})

async function statusOf({ runId }: ApprovedAccount): Promise<string> {
  return (await app.db.selectFrom('work_runs').select('status').where('id', '=', runId).executeTakeFirstOrThrow()).status
}
async function isAtStep({ runId }: ApprovedAccount, name: string): Promise<boolean> {
  const step = await app.db
    .selectFrom('work_steps')
    .select('status')
    .where('run_id', '=', runId)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return step.status === 'running'
}
