import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadTables } from '../../server/backup/loadTables.ts'
import type { Manifest } from '../../server/backup/manifest.ts'
import { checkBackup } from '../../server/backup/readBackup.ts'
import { openDatabase } from '../../server/db/database.ts'
import { handlers } from '../../server/handlers.ts'
import { logger } from '../../server/http/logger.ts'
import { migrate } from '../../server/migrate.ts'
import { restoreDatabase } from '../../server/restoreDatabase.ts'
import { allSchedules } from '../../server/workflows/pauses.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { type ApprovedAccount, approveAll } from '../approveAll.ts'
import { serverBundle } from '../crash/serverBundle.ts'
import { type ServerProcess, spawnServer } from '../crash/spawnServer.ts'
import { waitForIdle } from '../crash/waitForIdle.ts'
import { createUnmigratedDatabase, requireInvariants, type TestDatabase } from '../postgres.ts'
import { withClient } from '../postgresServer.ts'
import { completeAccount, readBuiltAccount } from '../readBuiltAccount.ts'
import { emptyDatabase, migrationNames, readApplied } from '../releases.ts'
import { until } from '../until.ts'
import { type ArchivedRelease, archivedReleases, openRelease, runnableReleases } from './archivedReleases.ts'
import { type OlderServer, openOlderServer } from './olderServer.ts'
import { currentName, digestRows, unchangedColumns } from './rows.ts'

async function createDatabaseOf(release: ArchivedRelease, manifest: Manifest): Promise<TestDatabase> {
  const database = await createUnmigratedDatabase()
  await migrate(database.url, database.url, release.sources)
  await withClient(database.url, async (client) => {
    // A backup has the rows that triggers have written.
    await client.query('set session_replication_role = replica')
    await loadTables(client, release.backup, manifest)
  })
  return database
}

describe.each(archivedReleases)('an upgrade of the data of the release with migration %s', (name) => {
  let release: ArchivedRelease
  let manifest: Manifest
  let database: TestDatabase
  beforeAll(async () => {
    release = openRelease(name)
    manifest = await checkBackup(release.backup, release.keys)
    database = await createDatabaseOf(release, manifest)
  })
  afterAll(async () => {
    await database?.drop()
    release.close()
  })

  it('keeps every row and all invariants', async () => {
    // The database has the migrations of this version. The checksum of an edited migration differs from that of the release.
    const namedChecksums = (migrations: { name: string; checksum: string }[]) => migrations.map(({ name, checksum }) => [name, checksum])
    expect(namedChecksums((await readApplied(database.url)).migrations)).toEqual(namedChecksums(manifest.migrations))
    const tables = await unchangedColumns(manifest.tables)
    const before = await withClient(database.url, (client) => digestRows(client, tables))
    expect(before.size).toBe(manifest.tables.length)
    await migrate(database.url, database.runtimeUrl)
    expect((await readApplied(database.url)).migrations.map(({ name }) => name)).toEqual(migrationNames)
    const after = await withClient(database.url, (client) => digestRows(client, tables, currentName))
    expect([...before].filter(([table, digest]) => after.get(table) !== digest)).toEqual([])
    const open = openDatabase(database.url, { max: 1 })
    await requireInvariants(open).finally(() => open.close())
  })

  it('can be done by restoring a backup of the release', async () => {
    const options = { keys: release.keys, restoredBy: 'test', verifyOnly: true, despiteFindings: false }
    const restored = await withClient(await emptyDatabase(), (client) => restoreDatabase(client, release.backup, options))
    expect(restored).toMatchObject({ findings: [], verification: { outcome: 'sound', events: manifest.audit.head?.seq } })
  })
})

describe.each(runnableReleases)('a rolling upgrade of the release with migration %s', (name) => {
  let release: ArchivedRelease
  let database: TestDatabase
  let older: OlderServer | undefined
  let program: string
  let app: TestApp
  let server: ServerProcess
  beforeAll(async () => {
    release = openRelease(name)
    database = await createDatabaseOf(release, await checkBackup(release.backup, release.keys))
    await migrate(database.url, database.runtimeUrl)
    older = openOlderServer(release.commit)
    if (!older) console.warn(`The history doesn’t have ${release.commit}, so a server of this version takes the place of the older one.`)
    program = older?.program ?? (await serverBundle())
  })
  afterAll(async () => {
    server?.signal('SIGKILL')
    await server?.ended
    await app?.close()
    older?.close()
    release.close()
  })

  /** Only these runs are waited for, because runs of the sample company don't end. The invariants are checked when the database is dropped. */
  async function expectComplete(accounts: readonly ApprovedAccount[]): Promise<void> {
    const ids = accounts.map(({ runId }) => runId)
    const active = () =>
      app.db.selectFrom('work_runs').select('id').where('id', 'in', ids).where('status', 'in', ['queued', 'running', 'waiting'])
    await until(async () => (await active().execute()).length === 0)
    for (const account of accounts) expect(await readBuiltAccount(app, account)).toEqual(completeAccount(account))
  }

  /** Returns the test app, but its people send their calls to the older server. */
  const onOlder = (): TestApp => ({ ...app, as: (...person) => app.as(...person).on(callsTo(server)) })

  async function pause(queue: string): Promise<void> {
    const values = { queue, reason: 'An upgrade is tested.', paused_by: app.persona('Niamh').id, paused_at: new Date() }
    await app.db.insertInto('queue_pauses').values(values).execute()
  }

  it('lets a server of the release start without changing migrations or functions', async () => {
    app = await startTestApp({ runJobs: false, database })
    app.simulator.asyncDelayMs = 20
    await pause(allSchedules)
    await waitForIdle(database.url)
    const applied = await readApplied(database.url)
    const settings = { SLIPWAY_AUDIT_TRUSTED_KEYS: release.keys.audit.trustedKeys.join('\n') }
    server = spawnServer(program, { ...app, settings, ...(older && { simulatorEnv: older.simulatorEnv }) })
    await server.started
    expect(server.gone(), server.log()).toBe(false)
    expect(await readApplied(database.url)).toEqual(applied)
  })

  it('lets the older server build what this version approves', async () => {
    await expectComplete([await approveAll(app, 'upgrade-old-builds')])
  })

  it('lets both servers approve and build at the same time', async () => {
    await app.jobs.work(handlers({ ...app.context, databaseUrl: app.runtimeUrl, log: logger('silent') }))
    const servers = [app, onOlder()]
    await expectComplete(await Promise.all(servers.map((each, n) => approveAll(each, `upgrade-mixed-${n}`))))
  })

  it('lets this version build what the older server approved', async () => {
    await pause('work')
    const account = await approveAll(onOlder(), 'upgrade-new-builds')
    server.signal('SIGTERM')
    await server.ended
    expect((await app.as(app.persona('Niamh').id).post('/cockpit/queues/work/resume')).status).toBe(200)
    await expectComplete([account])
  })
})

function callsTo({ address }: ServerProcess): Pick<FastifyInstance, 'inject'> {
  const inject = async (request: { method: string; url: string; headers: Record<string, string>; payload?: string }) => {
    const { host: _, ...headers } = request.headers
    const response = await fetch(`${address()}${request.url}`, { method: request.method, headers, body: request.payload ?? null })
    return { statusCode: response.status, headers: Object.fromEntries(response.headers), body: await response.text() }
  }
  return { inject } as unknown as Pick<FastifyInstance, 'inject'>
}
