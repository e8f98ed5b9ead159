import pg from 'pg'
import { compareKeys } from '../../../auth/keyFingerprints.ts'
import type { Config } from '../../../config.ts'
import { checkConnections } from '../../../db/connections.ts'
import { openDatabase } from '../../../db/database.ts'
import { checkReadReplica } from '../../../db/replicaState.ts'
import { requireSessions } from '../../../db/requireSessions.ts'
import { isUnavailable } from '../../../db/unavailable.ts'
import { waitForDatabase } from '../../../db/waitForDatabase.ts'
import { loadSchemaState } from '../../../migrate.ts'
import { connectionsOf } from '../../../prepareDatabase.ts'
import { createCheck, messageOf } from './check.ts'
import type { DoctorCheck } from './schemas.ts'

const category = 'Database'
const minVersion = 15
const silent = { info() {}, warn() {} }

/**
 * Checks that the database is reachable and can serve this installation. Writes nothing.
 * @param isFirstStart true before the first start, when there is no schema yet
 */
export async function checkDatabase(config: Config, isFirstStart: boolean): Promise<DoctorCheck[]> {
  const connections = connectionsOf(config)
  const url = config.directUrl ?? config.databaseUrl
  if (!url)
    return [
      createCheck({ id: 'database/embedded', category, title: 'Connection', status: 'ok', detail: 'Slipway starts its own PostgreSQL.' }),
    ]
  const reached: DoctorCheck[] = []
  for (const { setting, url: address } of connections)
    reached.push(
      await verdict(`database/connection/${setting}`, setting, async () => {
        await waitForDatabase([{ setting, url: address }], { maxWaitMs: 0, log: silent })
      }),
    )
  if (reached.some(({ status }) => status !== 'ok')) return reached
  const ownerUrl = config.migrationUrl ?? url
  return [
    ...reached,
    await verdict('database/version', 'Version', () => checkServer(ownerUrl)),
    ...(await Promise.all(
      connections.map(({ setting, url: address }) =>
        verdict(`database/sessions/${setting}`, `Sessions of ${setting}`, async () => void (await requireSessions(setting, address))),
      ),
    )),
    await verdict('database/connections', 'Connections', () => checkFree(url, config.databaseConnections)),
    // Without a key in the settings, reading the audit key would create one.
    ...(config.audit.key === undefined ? [] : [await verdict('database/keys', 'Keys', () => checkRecordedKeys(ownerUrl, config))]),
    ...(isFirstStart ? [] : [await verdict('database/schema', 'Schema', () => checkSchema(ownerUrl))]),
    ...(isFirstStart || !config.replicaUrl
      ? []
      : [await verdict('database/replica', 'Read replica', () => checkReadReplica(url, config.replicaUrl!))]),
  ]
}

type Warning = string | undefined | void

/** `check` returns a warning, or throws an error that describes the problem. */
async function verdict(id: string, title: string, check: () => Promise<Warning>): Promise<DoctorCheck> {
  try {
    const warning = await check()
    return createCheck({ id, category, title, status: warning ? 'warning' : 'ok', detail: warning ?? null })
  } catch (error) {
    return createCheck({ id, category, title, status: isUnavailable(error) ? 'unknown' : 'failed', detail: messageOf(error) })
  }
}

async function checkServer(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'slipway-check',
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: number; trigrams: boolean }>(
      `select current_setting('server_version_num')::int as version,
        exists (select from pg_available_extensions where name = 'pg_trgm') as trigrams`,
    )
    const { version, trigrams } = rows[0]!
    if (version < minVersion * 10_000)
      throw new Error(`PostgreSQL has the major version ${Math.floor(version / 10_000)}. Slipway needs ${minVersion} or later.`)
    if (!trigrams) throw new Error('PostgreSQL doesn’t offer the extension pg_trgm. Install it, or allow it in the server’s settings.')
  } finally {
    await client.end().catch(() => {})
  }
}

async function checkFree(url: string, total: number): Promise<Warning> {
  const scarcity = await checkConnections(url, total)
  return (
    scarcity &&
    `PostgreSQL has ${scarcity.free} free connections, and each replica can need ${total} (SLIPWAY_DATABASE_CONNECTIONS). Others use ${scarcity.used} of ${scarcity.limit} (${scarcity.source}).`
  )
}

async function checkRecordedKeys(url: string, config: Config): Promise<void> {
  const { db, close } = openDatabase(url, { max: 1 })
  try {
    await compareKeys(db, config)
  } finally {
    await close()
  }
}

async function checkSchema(url: string): Promise<Warning> {
  const state = await loadSchemaState(url)
  if (state === undefined) return 'Slipway has not been started with this database yet. It creates its schema when it starts.'
  const { pendingMigrations, isNewer } = state
  if (isNewer) return 'A newer Slipway has migrated this database. This version still works with it.'
  return pendingMigrations.length > 0 ? `Slipway runs ${pendingMigrations.map(({ name }) => name).join(', ')} when it starts.` : undefined
}
