import type { FastifyBaseLogger } from 'fastify'
import { checkKeys, compareKeys } from './auth/keyFingerprints.ts'
import type { Config } from './config.ts'
import { checkConnections } from './db/connections.ts'
import { type Db, openDatabase } from './db/database.ts'
import type { LaunchedPostgres } from './db/launcher.ts'
import { requireSessions } from './db/requireSessions.ts'
import { migrate } from './migrate.ts'

/**
 * Checks that the database can serve this process and that the keys are the recorded ones, migrates it, and then records the keys.
 * @param postgres the embedded PostgreSQL; undefined with `DATABASE_URL`
 * @returns the connection strings: `pooledUrl` for statements and transactions, `databaseUrl` for locks, notifications and jobs
 * @throws if connections share sessions, if PostgreSQL allows fewer connections than configured, if the database can't be migrated, or if a
 * key is not the recorded one; the message says what to do
 */
export async function prepareDatabase(
  config: Config,
  postgres: Pick<LaunchedPostgres, 'url' | 'runtimeUrl'> | undefined,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<{ databaseUrl: string; pooledUrl: string }> {
  const pooledUrl = config.databaseUrl ?? postgres?.runtimeUrl ?? ''
  const databaseUrl = config.directUrl ?? pooledUrl
  const scarcity = await checkConnections(databaseUrl, config.databaseConnections)
  if (scarcity) {
    const { free, source, limit, used } = scarcity
    log.warn(
      { free, limit, used, needed: config.databaseConnections },
      `PostgreSQL has ${free} free connections for this process, which can need ${config.databaseConnections} (SLIPWAY_DATABASE_CONNECTIONS). ` +
        `Others use ${used} of ${limit} (${source}). Lower the setting on all replicas, or raise that limit.`,
    )
  }
  if (config.databaseUrl) await requireOwnSessions(config)
  const migrationUrl = config.migrationUrl ?? config.directUrl ?? config.databaseUrl ?? postgres?.url ?? ''
  await withDatabase(migrationUrl, (db) => compareKeys(db, config))
  await migrate(migrationUrl, pooledUrl)
  for (const keyId of await withDatabase(databaseUrl, (db) => checkKeys(db, config)))
    log.warn(
      { keyId },
      'SLIPWAY_AUDIT_TRUSTED_KEYS lacks an earlier key that signed checkpoints of the audit trail. Verification reports them as forged.',
    )
  return { databaseUrl, pooledUrl }
}

async function withDatabase<T>(url: string, callback: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(url, { max: 1 })
  try {
    return await callback(db)
  } finally {
    await close()
  }
}

export function connectionsOf({ databaseUrl, directUrl, migrationUrl }: Config): { setting: string; url: string }[] {
  const settings = { DATABASE_MIGRATION_URL: migrationUrl, DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: directUrl }
  return Object.entries(settings).flatMap(([setting, url]) => (url ? [{ setting, url }] : []))
}

async function requireOwnSessions(config: Config): Promise<void> {
  const identities = new Map<string, string>()
  for (const { setting, url } of connectionsOf(config)) identities.set(setting, await requireSessions(setting, url))
  for (const [setting, identity] of identities)
    if (identity !== identities.get('DATABASE_URL')) throw new Error(`${setting} refers to a different database than DATABASE_URL.`)
}
