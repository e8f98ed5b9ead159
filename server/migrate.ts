import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { grantToRuntime, roleOf } from './db/runtimeRole.ts'
import { prepareQueues } from './workflows/jobs.ts'

const folder = new URL('./db/migrations/', import.meta.url)
const lockId = 7_261_524

interface Migration {
  version: number
  name: string
  sql: string
  checksum: string
}

function readMigrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_.+\.sql$/.test(name))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, folder), 'utf8')
      return { version: Number(name.slice(0, 4)), name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })
}

/**
 * Brings the database to the version of this code: each migration in its own transaction, one process at a time.
 * A role that owns nothing changes nothing: it only looks whether the database is of this version.
 * @param runtimeUrl how the server signs in; as another role it is granted what it needs
 * @throws when the database was migrated by a newer Slipway (it never runs backwards) or a migration that ran has been edited since.
 */
export async function migrate(databaseUrl: string, runtimeUrl: string = databaseUrl): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockId])
    const { rows: found } = await client.query<{ owner: boolean }>(
      `select pg_has_role(relowner, 'member') as owner from pg_class where oid = to_regclass('schema_migrations')`,
    )
    const isOwner = found[0]?.owner ?? true
    if (found.length === 0)
      await client.query(
        'create table schema_migrations (version int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())',
      )
    const migrations = readMigrations()
    const done = await client.query<{ version: number; name: string; checksum: string }>(
      'select version, name, checksum from schema_migrations order by version',
    )
    for (const row of done.rows) {
      const known = migrations.find((migration) => migration.version === row.version)
      if (!known)
        throw new Error(
          `The database was migrated to ${row.name} by a newer Slipway. Start that version, or restore a backup from before the upgrade.`,
        )
      if (known.checksum !== row.checksum)
        throw new Error(`Migration ${row.name} was edited after it ran here. Add a new migration instead of changing an old one.`)
    }
    for (const migration of migrations) {
      if (done.rows.some((row) => row.version === migration.version)) continue
      if (!isOwner)
        throw new Error(
          'The database must be migrated by the role that owns it. Set DATABASE_MIGRATION_URL to it, or start Slipway once with it.',
        )
      await client.query('begin')
      try {
        await client.query(migration.sql)
        await client.query('insert into schema_migrations (version, name, checksum) values ($1, $2, $3)', [
          migration.version,
          migration.name,
          migration.checksum,
        ])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(
          `Migration ${migration.name} failed and was taken back: ${error instanceof Error ? error.message : String(error)}`,
          { cause: error },
        )
      }
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
