import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { applyDefinitions, compareDefinitions, readDefinitions } from './db/definitions.ts'
import { MigrationError } from './db/migrationError.ts'
import { grantToRuntime, roleOf } from './db/runtimeRole.ts'
import { prepareQueues } from './workflows/jobs.ts'

const lockId = 7_261_524

interface Migration {
  version: number
  name: string
  files: { path: string; sql: string }[]
  checksum: string
}

function readMigrations(folder: URL): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => /^\d{4}_\w+(\.sql)?$/.test(name))
    .map((entry) => {
      const paths = entry.isDirectory()
        ? readdirSync(new URL(`${entry.name}/`, folder))
            .filter((name) => name.endsWith('.sql'))
            .sort()
            .map((name) => `${entry.name}/${name}`)
        : [entry.name]
      const files = paths.map((path) => ({ path, sql: readFileSync(new URL(path, folder), 'utf8') }))
      const hash = createHash('sha256')
      for (const { sql } of files) hash.update(sql)
      const name = entry.name.replace(/\.sql$/, '')
      return { version: Number(name.slice(0, 4)), name, files, checksum: hash.digest('hex') }
    })
    .sort((a, b) => a.version - b.version)
}

/**
 * Migrates the database to this version, one process at a time and in one transaction: pending migrations first, then changed functions,
 * triggers and views. A role that owns nothing only checks that the database has this version.
 * @param runtimeUrl the server's connection string; if its role is another one, this role is granted its rights
 * @param folder with `migrations/` and `functions/`; default `server/db`
 * @throws MigrationError if a newer Slipway migrated the database (downgrades are not supported) or one from before the first release did,
 * if an applied migration was edited, or if a migration fails
 */
export async function migrate(
  databaseUrl: string,
  runtimeUrl: string = databaseUrl,
  folder: URL = new URL('./db/', import.meta.url),
): Promise<void> {
  const migrations = readMigrations(new URL('migrations/', folder))
  const definitions = readDefinitions(new URL('functions/', folder))
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockId])
    const { rows: ownerRows } = await client.query<{ owner: boolean }>(
      `select pg_has_role(relowner, 'member') as owner from pg_class where oid = to_regclass('schema_migrations')`,
    )
    const isOwner = ownerRows[0]?.owner ?? true
    await client.query('begin')
    try {
      if (ownerRows.length === 0)
        await client.query(`
          create table schema_migrations (version int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now());
          create table schema_definitions (name text primary key, checksum text not null, triggers text not null, applied_at timestamptz not null default now())`)
      const pendingMigrations = await findPending(client, migrations)
      const changes = await compareDefinitions(client, definitions)
      if (!isOwner && pendingMigrations.length + changes.changed.length + changes.gone.length > 0)
        throw new MigrationError(
          'The database must be migrated by the role that owns it. Set DATABASE_MIGRATION_URL to a connection with that role, or start Slipway once with that role.',
        )
      for (const migration of pendingMigrations) await run(client, migration)
      // A migration can drop a view or function that still has a file. The view or function is then created again in a new form.
      if (isOwner) await applyDefinitions(client, await compareDefinitions(client, definitions))
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
    if (!isOwner) return
    await prepareQueues(databaseUrl)
    const { rows } = await client.query<{ role: string }>('select current_user as role')
    const runtime = runtimeUrl === databaseUrl ? rows[0]!.role : await roleOf(runtimeUrl)
    if (runtime !== rows[0]!.role) await grantToRuntime(client, runtime)
  } finally {
    await client.end()
  }
}

async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows: appliedMigrations } = await client.query<{ version: number; name: string; checksum: string }>(
    'select version, name, checksum from schema_migrations order by version',
  )
  if (appliedMigrations[0] && appliedMigrations[0].name !== migrations[0]?.name)
    throw new MigrationError(
      'This database was created by a pre-release version of Slipway and can’t be upgraded. Nothing was changed. ' +
        'Start with an empty database: without DATABASE_URL, set SLIPWAY_DATA to a new folder, or delete the old one (.slipway).',
    )
  for (const row of appliedMigrations) {
    const localMigration = migrations.find((migration) => migration.version === row.version)
    if (!localMigration)
      throw new MigrationError(
        `The database was migrated to ${row.name} by a newer Slipway. Start the newer version, or restore a backup from before the upgrade.`,
      )
    if (localMigration.checksum !== row.checksum)
      throw new MigrationError(
        `Migration ${row.name} was edited after it ran on this database. Add a new migration instead of changing an old one.`,
      )
  }
  return migrations.filter((migration) => !appliedMigrations.some((row) => row.version === migration.version))
}

async function run(client: pg.Client, { version, name, files, checksum }: Migration): Promise<void> {
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
  await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [version, name, checksum])
}
