import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { applyDefinitions, compareDefinitions, readDefinitions } from './db/definitions.ts'
import { MigrationError } from './db/migrationError.ts'
import { type Migration, readMigrations } from './db/migrationFiles.ts'
import { readRevision } from './db/revision.ts'
import { grantToRuntime, roleOf } from './db/runtimeRole.ts'
import { hasRecord, loadState, prepareRecord, recordRevision, requireReleaseSchema, type SchemaState } from './db/schemaRecord.ts'
import { prepareQueues } from './workflows/jobs.ts'

export const migrationLockId = 7_261_524
/**
 * While a migration waits for a table, all statements on the table wait behind it. The limit is less than the 10 seconds after which
 * running processes give up a statement.
 */
const lockTimeoutMs = 4_000
const retryDelayMs = 1_000
const maxAttempts = 30

const databaseFolder = new URL('./db/', import.meta.url)

type Sources = ReturnType<typeof readSources>

export function readSources(folder: URL = databaseFolder) {
  const definitions = readDefinitions(new URL('functions/', folder))
  return {
    migrations: readMigrations(new URL('migrations/', folder)),
    definitions,
    revision: readRevision(new URL('functions/', folder), definitions),
  }
}

/**
 * Migrates the database to this version, one process at a time and in one transaction: pending migrations first, then changed functions,
 * triggers and views. A role that owns nothing only checks that the database has this version. If the database has a newer version that
 * this process still works with, it changes nothing.
 * @param runtimeUrl the server's connection string; if its role differs, the role is granted its privileges
 * @param folder with `migrations/` and `functions/`; default `server/db`
 * @throws MigrationError if this process is too old for the database, or the database is from before the first release, if an applied
 * migration was edited, or if a migration fails
 */
export async function migrate(databaseUrl: string, runtimeUrl: string = databaseUrl, folder: URL = databaseFolder): Promise<void> {
  const sources = readSources(folder)
  const client = new pg.Client({ connectionString: databaseUrl })
  // Without a listener, a broken connection would end the process. The waiting statement fails anyway.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLockId])
    const { rows: ownerRows } = await client.query<{ owner: boolean }>(
      `select pg_has_role(relowner, 'member') as owner from pg_class where oid = to_regclass('schema_migrations')`,
    )
    const isOwner = ownerRows[0]?.owner ?? true
    const { isNewer } = await withLockRetries(() => inTransaction(client, () => bringUp(client, sources, isOwner)))
    // A newer process has created the queues and granted the privileges that its tables need.
    if (!isOwner || isNewer) return
    await prepareQueues(databaseUrl)
    const { rows } = await client.query<{ role: string }>('select current_user as role')
    const runtime = runtimeUrl === databaseUrl ? rows[0]!.role : await roleOf(runtimeUrl)
    if (runtime !== rows[0]!.role) await grantToRuntime(client, runtime)
  } finally {
    await client.end()
  }
}

/**
 * Reads which migrations a database has, and changes nothing; undefined if it was never migrated.
 * @throws MigrationError like `migrate`
 */
export async function loadSchemaState(databaseUrl: string, folder: URL = databaseFolder): Promise<SchemaState | undefined> {
  const { migrations, revision } = readSources(folder)
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000, query_timeout: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    if (!(await hasRecord(client))) return undefined
    await requireReleaseSchema(client, migrations)
    return await loadState(client, migrations, revision)
  } finally {
    await client.end()
  }
}

/**
 * Creates empty tables as these migrations did, without functions and triggers, in the transaction of the caller.
 * @param version the last migration to run
 */
export async function createTables(client: pg.Client, version: number): Promise<void> {
  await prepareRecord(client)
  for (const migration of readSources().migrations) if (migration.version <= version) await run(client, migration)
}

export async function completeSchema(client: pg.Client): Promise<void> {
  await bringUp(client, readSources(), true)
}

async function bringUp(client: pg.Client, { migrations, definitions, revision }: Sources, isOwner: boolean): Promise<SchemaState> {
  await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('schema_migrations') is not null as exists`)
  if (rows[0]!.exists) await requireReleaseSchema(client, migrations)
  if (isOwner) await prepareRecord(client)
  else if (!(await hasRecord(client))) throw mustBeMigrated()
  const state = await loadState(client, migrations, revision)
  if (state.isNewer) return state
  if (!isOwner) {
    const { changed, removed } = await compareDefinitions(client, definitions)
    if (state.pendingMigrations.length + changed.length + removed.length > 0) throw mustBeMigrated()
    return state
  }
  for (const migration of state.pendingMigrations) await run(client, migration)
  // A migration can drop a view or function that still has a file. The view or function is then created again in a new form.
  await applyDefinitions(client, await compareDefinitions(client, definitions))
  await recordRevision(client, revision)
  return state
}

const mustBeMigrated = () =>
  new MigrationError(
    'The database must be migrated by the role that owns it. Set DATABASE_MIGRATION_URL to a connection with that role, or start Slipway once with that role.',
  )

async function inTransaction<T>(client: pg.Client, callback: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await callback()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Repeats a migration that waited too long for a table, so that running processes can use the table in between. */
async function withLockRetries<T>(callback: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await callback()
    } catch (error) {
      const cause = error instanceof MigrationError ? error.cause : error
      if (attempt === maxAttempts || !(cause instanceof pg.DatabaseError && cause.code === '55P03')) throw error
      await delay(retryDelayMs)
    }
  }
}

async function run(client: pg.Client, { version, name, files, checksum, minVersion }: Migration): Promise<void> {
  for (const { path, sql } of files) {
    try {
      await client.query(sql)
    } catch (error) {
      throw new MigrationError(`Migration ${path} failed and was rolled back: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    }
  }
  // PostgreSQL can't alter tables with pending deferred checks, which the next migration might do.
  await client.query('set constraints all immediate; set constraints all deferred')
  await client.query('insert into schema_migrations (version, name, checksum, min_version) values ($1, $2, $3, $4)', [
    version,
    name,
    checksum,
    minVersion,
  ])
}
