import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type PostgresPair, startPostgresPair } from '../../test/chaos/postgresPair.ts'
import { openDatabaseProxy } from '../../test/databaseProxy.ts'
import { type OpenApp, openApp } from '../../test/openApp.ts'
import { withClient } from '../../test/postgresServer.ts'
import { openTransactionPooler } from '../../test/transactionPooler.ts'
import { until } from '../../test/until.ts'
import { gaugeReader } from '../features/platform/cockpit/readGauges.ts'
import { migrate } from '../migrate.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { openPing, type Ping } from './ping.ts'
import { openReadReplica, type ReadReplica, readReplicaTexts } from './readReplica.ts'
import { checkReadReplica, requireReplicaOf } from './replicaState.ts'
import { sharedSessions } from './requireSessions.ts'

/** Longer than the few calls that a test makes while the replay is paused. */
const maxLagSeconds = 20
const setting = 'DATABASE_REPLICA_URL'

const dir = mkdtempSync(path.join(tmpdir(), 'slipway-replica-'))
let pair: PostgresPair
let app: TestApp
let proxy: Awaited<ReturnType<typeof openDatabaseProxy>>
let primary: Ping
let replica: ReadReplica
let server: OpenApp
const logged: { level: string; text: string }[] = []
const record = (level: string) => (_details: object, text: string) => void logged.push({ level, text })
const log = { warn: record('warn'), info: record('info') }

beforeAll(async () => {
  pair = await startPostgresPair(path.join(dir, 'postgres'))
  await migrate(pair.url(), pair.runtimeUrl())
  const database = { url: pair.url(), runtimeUrl: pair.runtimeUrl(), drop: () => pair.stop() }
  app = await startTestApp({ runJobs: false, database })
  proxy = await openDatabaseProxy(pair.standbyRuntimeUrl())
  primary = openPing(pair.runtimeUrl())
  replica = openReadReplica(proxy.url, { maxLagSeconds, primary, db: app.context.callDb, log })
  server = await openApp(app, {}, { readReplica: replica })
  await isUsed()
})
afterAll(async () => {
  await server.close()
  await replica.close()
  await primary.close()
  await proxy.close()
  await app.close()
  rmSync(dir, { recursive: true, force: true })
})

const isUsed = () => until(() => replica.isUsable())
const onStandby = (statement: string) => withClient(pair.standbyUrl(), (client) => client.query(statement))
const pause = () => onStandby('select pg_wal_replay_pause()')
async function readMetrics(): Promise<string> {
  const metrics = createMetrics()
  const options = { now: () => new Date(), idleSeconds: 3_600, keepsCheckpoints: false, services: new Set<string>() }
  await gaugeReader({ db: app.context.db, pools: {}, readReplica: replica }, metrics, options)()
  return metrics.registry.metrics()
}
async function resume(): Promise<void> {
  await onStandby('select pg_wal_replay_resume()')
  await isUsed()
}
const caller = (name: string) => app.as(app.persona(name).id).on(server.server)

async function countDenied(): Promise<number> {
  const filter = `person==${app.persona('Priya').id};outcome==denied`
  const { status, body } = await caller('Grace').get(`/audit/events?filter=${encodeURIComponent(filter)}`)
  expect(status).toBe(200)
  return body.total
}
async function addDenied(): Promise<number> {
  expect((await caller('Priya').get('/trends/audit')).status).toBe(403)
  const events = app.db
    .selectFrom('audit_events')
    .select('id')
    .where('outcome', '=', 'denied')
    .where('actor_id', '=', app.persona('Priya').id)
  return (await events.execute()).length
}

describe('openReadReplica', () => {
  it('answers within the lag, and lets the primary answer beyond it', async () => {
    const before = await countDenied()
    await pause()
    await addDenied()
    expect(replica.isUsable()).toBe(true)
    expect(await countDenied()).toBe(before)
    expect(replica.isUsable()).toBe(true)
    expect(await readMetrics()).toMatch(/^slipway_database_replica_unused 0$/m)
    await until(() => !replica.isUsable())
    expect(await readMetrics()).toMatch(/^slipway_database_replica_unused 1$/m)
    expect(await countDenied()).toBe(before + 1)
    expect(replica.lagSeconds()).toBeGreaterThan(maxLagSeconds)
    await until(() => logged.length > 0)
    await resume()
    await until(() => logged.length > 1)
    expect(logged.splice(0)).toEqual([
      { level: 'warn', text: readReplicaTexts.lost },
      { level: 'info', text: readReplicaTexts.back },
    ])
    expect(await countDenied()).toBe(before + 1)
    expect(await readMetrics()).toMatch(/^slipway_database_connections\{pool="readReplica",state="idle"\} [1-9]/m)
  })

  it('shows people their own changes immediately, and other changes later', async () => {
    const person = app.persona('Niamh').id
    const countOf = async (name: string) => {
      const { body } = await caller(name).get(`/audit/events?filter=${encodeURIComponent(`person==${person};operation==createView`)}`)
      return body.total
    }
    const before = await countOf('Niamh')
    await pause()
    expect((await caller('Niamh').post('/views', { screen: 'accounts', name: 'Sent while the replay was paused' })).status).toBe(201)
    expect([await countOf('Niamh'), await countOf('Grace')]).toEqual([before + 1, before])
    expect(replica.isUsable()).toBe(true)
    await resume()
  })

  it('applies a revoked role immediately', async () => {
    const person = app.persona('Grace').id
    const { roles } = await app.db.selectFrom('people').select('roles').where('id', '=', person).executeTakeFirstOrThrow()
    const grace = caller('Grace')
    expect((await grace.get('/trends/audit')).status).toBe(200)
    await pause()
    await app.db.updateTable('people').set({ roles: [] }).where('id', '=', person).execute()
    expect((await grace.get('/trends/audit')).status).toBe(403)
    expect(replica.isUsable()).toBe(true)
    await app.db.updateTable('people').set({ roles }).where('id', '=', person).execute()
    await resume()
  })

  it('exports from the replica, and records the export on the primary', async () => {
    const before = await app.db.selectFrom('accounts').select('id').where('status', '<>', 'deleted').execute()
    await pause()
    await app.db
      .updateTable('accounts')
      .set({ description: 'Changed while the replay was paused' })
      .where('id', '=', before[0]!.id)
      .execute()
    const admin = app.simulator.company.people.find(
      ({ id, appRoles }) => appRoles.includes('Slipway.Admin') && id !== app.persona('Niamh').id,
    )!
    const { status, body } = await app.as(admin.id).on(server.server).get('/accounts/adv/export.csv?columns=name,description')
    expect([status, body.split('\r\n').length]).toEqual([200, before.length + 2])
    expect(body).not.toContain('while the replay was paused')
    const events = app.db.selectFrom('audit_events').select('id').where('operation', '=', 'exportAccounts')
    expect(await events.execute()).toHaveLength(1)
    // For all other callers, rows decide what they can see, so their exports are always current.
    const current = await caller('Priya').get('/accounts/adv/export.csv?columns=name,description')
    expect(current.body).toContain('while the replay was paused')
    await resume()
  })

  it('rejects a statement that writes', async () => {
    const write = replica.requireDb().deleteFrom('saved_views').execute()
    await expect(write).rejects.toMatchObject({ code: '25006' })
    await expect(write.catch((error) => replica.hasFailed(error))).resolves.toBe(false)
    expect(replica.isUsable()).toBe(true)
  })

  it('lets the primary answer if the replica cancels a statement, and stays in use', () => {
    expect([replica.hasFailed({ code: '40001' }), replica.hasFailed(new Error('a mistake')), replica.isUsable()]).toEqual([
      true,
      false,
      true,
    ])
  })

  it('has a separate queue', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const slow = Array.from({ length: 7 }, () => replica.runQueued(() => promise))
    expect(await caller('Grace').get('/trends/audit')).toMatchObject({ status: 503, body: { code: 'overloaded' } })
    expect((await caller('Grace').get('/accounts/adv')).status).toBe(200)
    resolve()
    await Promise.all(slow)
    expect((await caller('Grace').get('/trends/audit')).status).toBe(200)
  })

  it('lets the primary answer if the connection breaks during the call', async () => {
    await pause()
    const denied = await addDenied()
    proxy.breakAt(app.persona('Priya').id, 'before')
    expect(await countDenied()).toBe(denied)
    expect(replica.isUsable()).toBe(false)
    await resume()
    await isUsed()
  })

  it('lets the primary answer while the replica can’t be reached', async () => {
    logged.splice(0)
    await pause()
    const denied = await addDenied()
    await proxy.cut()
    expect(await countDenied()).toBe(denied)
    await until(() => !replica.isUsable())
    expect(await countDenied()).toBe(denied)
    await onStandby('select pg_wal_replay_resume()')
    await proxy.repair()
    await isUsed()
    await until(() => logged.some(({ level }) => level === 'info'))
    expect(logged.map(({ level }) => level)).toEqual(['warn', 'info'])
  })

  it('doesn’t use a pooler in transaction mode, and names it in the check', async () => {
    const pooler = await openTransactionPooler(pair.standbyRuntimeUrl())
    await checkReadReplica(pair.runtimeUrl(), proxy.url)
    await expect(checkReadReplica(pair.runtimeUrl(), pooler.url)).rejects.toThrow(sharedSessions(setting))
    const reasons: string[] = []
    const warn = (details: object) => void reasons.push((details as { reason: string }).reason)
    const pooled = openReadReplica(pooler.url, { maxLagSeconds, primary, db: app.context.callDb, log: { warn } })
    await until(() => reasons.length > 0)
    expect([reasons, pooled.isUsable()]).toEqual([[sharedSessions(setting)], false])
    await pooled.close()
    await pooler.close()
  })

  it('stops using a standby that was promoted', async () => {
    await expect(checkReadReplica(pair.runtimeUrl(), pair.runtimeUrl())).rejects.toThrow(setting)
    await withClient(pair.url(), async (client) => {
      await client.query(`alter system set synchronous_standby_names = ''`)
      await client.query('select pg_reload_conf()')
    })
    await onStandby('select pg_promote(true, 60)')
    await until(() => !replica.isUsable())
    const denied = await addDenied()
    expect(await countDenied()).toBe(denied)
    await expect(checkReadReplica(pair.runtimeUrl(), proxy.url)).rejects.toThrow(setting)
  })

  it('rejects an invalid connection string without repeating it', () => {
    const options = { maxLagSeconds, primary, db: app.context.callDb, log }
    expect(() => openReadReplica('postgres://slipway:canary@host:port/slipway', options)).toThrow(/^(?!.*canary).*DATABASE_REPLICA_URL/)
  })
})

describe('requireReplicaOf', () => {
  const state = { system: '7', timeline: '00000001', schema: '12.3', position: '100' }
  const standby = { ...state, isStandby: true, server: 'now' }

  it('accepts a standby at a different position', () => {
    expect(() => requireReplicaOf(state, { ...standby, position: '7' })).not.toThrow()
  })

  it.each([{ isStandby: false }, { system: '8' }, { timeline: '00000002' }, { schema: '12.2' }])('rejects %j', (difference) => {
    expect(() => requireReplicaOf(state, { ...standby, ...difference })).toThrow(setting)
  })
})
