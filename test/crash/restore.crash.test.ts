import { copyFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEmptyDatabase, openFolder, run } from '../../cli/backup.fixture.ts'
import { simulatorEnv } from '../../scripts/simulatorEnv.ts'
import { auditKey } from '../../server/audit/auditKey.ts'
import { createSession, sessionCookieName } from '../../server/auth/session.ts'
import { type OpenDatabase, openDatabase } from '../../server/db/database.ts'
import { accountOf } from '../../server/features/access/assignments/access.fixture.ts'
import { newGroup } from '../../server/features/accounts/groups/groups.fixture.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { newRequest } from '../newRequest.ts'
import { until } from '../until.ts'
import { type ServerProcess, startServer } from './serverProcess.ts'

let app: TestApp
let restored: Awaited<ReturnType<typeof createEmptyDatabase>>
let database: OpenDatabase
const [files, newData] = [openFolder(), openFolder()]
const replicas: ServerProcess[] = []
const accountName = 'checkout-approved-twice'
let groupName: string
let approvalId: string
let oldCookie: string

/**
 * Backs up while a run is queued and a request waits for its last vote, lets the run create its group and approves the request, which
 * creates its account, and restores the backup.
 */
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  app.simulator.asyncDelayMs = 20
  auditKey(app.config)
  const account = accountOf(app, 0)
  groupName = `az-${account.name}-restored`
  const before = await startServer(app)
  await before.started
  before.signal('SIGKILL')
  await before.ended
  const created = await app.as(app.persona('Daniel').id).post(`/accounts/${account.id}/groups`, newGroup('restored'))
  expect(created.status).toBeLessThan(300)
  const request = await app.as(app.persona('Priya').id).post('/account-requests', newRequest(app, { name: accountName }))
  approvalId = request.body.approvals[0].id
  const vote = (givenName: string, stage: number) =>
    app.as(app.persona(givenName).id).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage })
  expect((await vote('Ravi', 1)).status).toBe(200)
  oldCookie = await cookieFor(app.db, 'Niamh')
  const file = files.file('before.backup')
  expect(await run('backup', [file], envOf(app.databaseUrl))).toMatchObject({ code: 0, error: '' })
  expect((await vote('Margaret', 2)).status).toBe(200)
  const original = await startServer(app)
  await app.drain()
  original.signal('SIGKILL')
  await original.ended
  expect(groupsInDirectory()).toHaveLength(1)
  expect(subscriptionsOfAccount()).toHaveLength(1)

  restored = await createEmptyDatabase()
  expect(await run('restore', [file], envOf(restored.url))).toMatchObject({ code: 0, error: '' })
  database = openDatabase(restored.url, { max: 3 })
  copyFileSync(path.join(app.config.dataDir, 'audit-key.pem'), newData.file('audit-key.pem'))
  const world = {
    databaseUrl: restored.url,
    runtimeUrl: restored.runtimeUrl,
    config: { dataDir: newData.folder },
    simulator: app.simulator,
  }
  app.simulator.exchanges.clear()
  for (let n = 0; n < 2; n++) replicas.push(await startServer(world))
  await Promise.all(replicas.map(({ started }) => started))
})
afterAll(async () => {
  for (const replica of replicas) replica.signal('SIGKILL')
  await Promise.all(replicas.map(({ ended }) => ended))
  await database.close()
  await restored.drop()
  files.close()
  newData.close()
  await app.close()
})

const envOf = (databaseUrl: string) => ({
  ...simulatorEnv(app.simulator),
  DATABASE_URL: databaseUrl,
  SLIPWAY_DATA: app.config.dataDir,
})

const groupsInDirectory = () =>
  app.simulator.state
    .collection<{ id: string; mailNickname: string }>('graph.groups')
    .values()
    .filter(({ mailNickname }) => mailNickname === groupName)

const subscriptionsOfAccount = () =>
  app.simulator.state
    .collection<{ displayName?: string; subscriptionId: string }>('arm.subscriptions')
    .values()
    .filter(({ displayName }) => displayName === accountName)

async function cookieFor(db: OpenDatabase['db'], givenName: string): Promise<string> {
  const { id, appRoles } = app.persona(givenName)
  const session = { personId: id, roles: appRoles, userAgent: 'test', accessToken: null, strongAt: new Date(), now: new Date() }
  return `${sessionCookieName(app.config.publicUrl)}=${(await createSession(db, session)).token}`
}

async function call(method: string, url: string, { cookie, body, n = 0 }: { cookie: string; body?: object; n?: number }) {
  const response = await fetch(`${replicas[n]!.address()}${url}`, {
    method,
    headers: { cookie, host: '127.0.0.1:8080', ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return { status: response.status, body: await response.json() }
}

const readRestore = async (cookie: string) => (await call('GET', '/restores/latest', { cookie })).body
const runOfGroup = () =>
  database.db
    .selectFrom('work_runs')
    .select('status')
    .where('kind', '=', 'createAccessGroup')
    .where('name', '=', groupName)
    .executeTakeFirst()
/** Returns calls that change external systems, without sign-ins for tokens and reads in batches. */
const externalChanges = () =>
  app.simulator.exchanges
    .list()
    .filter(({ method, path, service }) => service !== 'identity' && method !== 'GET' && !/\$batch|ResourceGraph|checkAccess/i.test(path))
    .map(({ service, method, path }) => `${service} ${method} ${path}`)

describe('a server on a restored backup', () => {
  it('doesn’t change external systems, rejects changes, and lists what exists only in external systems', async () => {
    const cookie = await cookieFor(database.db, 'Niamh')
    await until(async () => Boolean((await readRestore(cookie)).report?.endedAt))
    const { paused, report } = await readRestore(cookie)
    expect([paused, report.problems]).toEqual([true, []])
    expect(report.differences).toContainEqual(
      expect.objectContaining({ kind: 'group', side: 'outside', name: groupName, id: groupsInDirectory()[0]!.id }),
    )
    expect(report.differences).toContainEqual(
      expect.objectContaining({ kind: 'subscription', side: 'outside', name: accountName, detail: expect.stringContaining('ACC-') }),
    )
    expect((await call('GET', '/accounts', { cookie })).status).toBe(200)
    for (const [n] of replicas.entries())
      expect(await call('POST', '/towers', { cookie, n, body: { name: 'Late' } })).toMatchObject({
        status: 503,
        body: { code: 'pausedAfterRestore' },
      })
    expect((await call('GET', '/me', { cookie: oldCookie })).status).toBe(401)
    expect([await runOfGroup(), externalChanges()]).toEqual([{ status: 'queued' }, []])
  })

  it('continues after an administrator has accepted the report, and doesn’t create anything twice', async () => {
    const [cookie, auditor] = [await cookieFor(database.db, 'Niamh'), await cookieFor(database.db, 'Grace')]
    const { restore, report } = await readRestore(cookie)
    const accept = (n: number, sessionCookie = cookie) =>
      call('POST', `/restores/${restore.id}/accept`, {
        cookie: sessionCookie,
        n,
        body: { reportId: report.id, comment: 'The group is expected.' },
      })
    expect((await accept(0, auditor)).status).toBe(403)
    const responses = await Promise.all([accept(0), accept(1)])
    expect(responses.map(({ status, body }) => body.code ?? status).sort()).toEqual([200, 'alreadyDecided'])
    await until(async () => (await runOfGroup())?.status === 'succeeded')
    expect(groupsInDirectory()).toHaveLength(1)
    expect((await accept(0)).body.code).toBe('alreadyDecided')
    expect(await readRestore(cookie)).toMatchObject({ paused: false, restore: { acceptedBy: expect.stringContaining('Niamh') } })
    const events = await database.db.selectFrom('audit_events').select('outcome').where('operation', '=', 'acceptDatabaseRestore').execute()
    expect(events.filter(({ outcome }) => outcome === 'allowed')).toHaveLength(1)
  })

  it('uses the subscription and the groups of an account that is approved again', async () => {
    const groupsOfAccount = () =>
      app.simulator.state
        .collection<{ mailNickname: string }>('graph.groups')
        .values()
        .filter(({ mailNickname }) => mailNickname?.includes(accountName)).length
    const groupCount = groupsOfAccount()
    const vote = await call('POST', `/account-approvals/${approvalId}`, {
      cookie: await cookieFor(database.db, 'Margaret'),
      body: { decision: 'approve', stage: 2 },
    })
    expect(vote.status).toBe(200)
    const account = () =>
      database.db.selectFrom('accounts').select(['status', 'subscription_id']).where('name', '=', accountName).executeTakeFirst()
    await until(async () => (await account())?.status === 'active')
    const subscriptions = subscriptionsOfAccount()
    expect([subscriptions.length, (await account())?.subscription_id]).toEqual([1, subscriptions[0]!.subscriptionId])
    expect([groupCount > 0, groupsOfAccount()]).toEqual([true, groupCount])
  })
})
