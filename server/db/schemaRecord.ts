import type pg from 'pg'
import { MigrationError } from './migrationError.ts'
import type { Migration } from './migrationFiles.ts'
import type { Revision } from './revision.ts'

export interface SchemaState {
  pendingMigrations: Migration[]
  /** True if a newer process has migrated the database or replaced its functions. If so, this process must not change either. */
  isNewer: boolean
}

/** Creates or completes the tables in which migrations, functions and revisions are recorded. Only their owner can call it. */
export async function prepareRecord(client: pg.Client): Promise<void> {
  if (await hasRecord(client)) return
  await client.query(`
    create table if not exists schema_migrations (version int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now());
    create table if not exists schema_definitions (name text primary key, checksum text not null, triggers text not null, applied_at timestamptz not null default now());
    -- The oldest version whose processes still work since this migration.
    alter table schema_migrations add column min_version int not null default 1;
    -- Every set of functions, triggers and views that was applied; the highest number is in use.
    create table schema_revisions (revision int primary key, checksum text not null, applied_at timestamptz not null default now())`)
}

export async function hasRecord(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('schema_revisions') is not null as exists`)
  return rows[0]!.exists
}

/** @throws MigrationError if the database is from before the first release, which is checked before anything is created */
export async function requireReleaseSchema(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by version limit 1')
  if (rows[0] && rows[0].name !== migrations[0]?.name)
    throw new MigrationError(
      'This database was created by a pre-release version of Slipway and can’t be upgraded. Nothing was changed. ' +
        'Start with an empty database: without DATABASE_URL, set SLIPWAY_DATA to a new folder, or delete the old one (.slipway).',
    )
}

/**
 * @throws MigrationError if this process is too old for the schema, an applied migration was edited, or a different branch migrated the
 * database
 */
export async function loadState(client: pg.Client, migrations: readonly Migration[], { revision }: Revision): Promise<SchemaState> {
  const { rows: applied } = await client.query<{ version: number; name: string; checksum: string; min_version: number }>(
    'select version, name, checksum, min_version from schema_migrations order by version',
  )
  for (const row of applied) {
    const own = migrations.find((migration) => migration.version === row.version)
    if (own && own.checksum !== row.checksum)
      throw new MigrationError(
        `Migration ${row.name} was edited after it ran on this database. Add a new migration instead of changing an old one.`,
      )
  }
  const last = applied.at(-1)
  const ownVersion = migrations.at(-1)?.version ?? 0
  const pendingMigrations = migrations.filter(({ version }) => !applied.some((row) => row.version === version))
  const { rows: revisions } = await client.query<{ revision: number | null }>('select max(revision) as revision from schema_revisions')
  const isNewer = (last && last.version > ownVersion) || (revisions[0]?.revision ?? 0) > revision
  if (!isNewer) return { pendingMigrations, isNewer }
  const needed = applied.findLast(({ min_version }) => min_version > ownVersion)
  if (needed)
    throw new MigrationError(
      `The database was migrated to ${last!.name} by a newer Slipway. Since ${needed.name}, it needs a Slipway with migration ` +
        `${formatVersion(needed.min_version)} or later, and this one ends with ${formatVersion(ownVersion)}. Nothing was changed. ` +
        'Start a newer version, or restore a backup from before the upgrade.',
    )
  if (pendingMigrations.length > 0)
    throw new MigrationError(
      `A newer Slipway has used this database, but not with migration ${pendingMigrations[0]!.name} of this one. Nothing was changed. ` +
        'Start the newer version, or one that has all migrations of both.',
    )
  return { pendingMigrations, isNewer }
}

const formatVersion = (version: number) => String(version).padStart(4, '0')

export async function recordRevision(client: pg.Client, { revision, checksum }: Revision): Promise<void> {
  await client.query(
    `insert into schema_revisions (revision, checksum) values ($1, $2)
     on conflict (revision) do update set checksum = excluded.checksum, applied_at = now() where schema_revisions.checksum <> excluded.checksum`,
    [revision, checksum],
  )
}
