import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { withClient } from '../../test/postgresServer.ts'
import { migrate } from '../migrate.ts'

let database: TestDatabase
let server: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  server = new pg.Client({ connectionString: database.runtimeUrl })
  await server.connect()
})
afterAll(async () => {
  await server.end()
  await database.drop()
})

const auditTables = ['audit_events', 'audit_chain', 'audit_checkpoints', 'audit_erasures', 'audit_pending', 'audit_erasure_requests']

describe('the server’s database role', () => {
  it('doesn’t own tables or functions, and has no administrative privileges', async () => {
    const { rows } = await server.query<{ owned: number; super: boolean; creates: boolean }>(`
      select (select count(*) from pg_class where relowner = r.oid)::int + (select count(*) from pg_proc where proowner = r.oid)::int as owned,
        r.rolsuper or r.rolcreaterole or r.rolcreatedb or r.rolbypassrls as super, has_schema_privilege('public', 'create') as creates
      from pg_roles r where r.rolname = current_user`)
    expect(rows).toEqual([{ owned: 0, super: false, creates: false }])
  })

  it.each(auditTables.filter((table) => table !== 'audit_erasure_requests'))(
    'can’t change or empty %s, or turn its triggers off',
    async (table) => {
      const { rows } = await server.query<{ column: string }>(
        `select column_name as column from information_schema.columns where table_name = $1 order by ordinal_position desc limit 1`,
        [table],
      )
      const column = pg.escapeIdentifier(rows[0]!.column)
      for (const statement of [
        `update ${table} set ${column} = ${column}`,
        `truncate ${table}`,
        `alter table ${table} disable trigger all`,
        `drop table ${table}`,
        ...(table === 'audit_pending' ? [] : [`delete from ${table}`]),
        ...(table === 'audit_erasures' ? [`insert into ${table} (event_id, part, request_id) values (gen_random_uuid(), 'who', 'x')`] : []),
      ])
        await expect(server.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    },
  )

  it('can’t delete an unchained event, or disable triggers for its session', async () => {
    await server.query(`insert into audit_events (id, actor_name, credential, operation, outcome, request_id)
      values (gen_random_uuid(), 'x', 'none', 'x', 'allowed', 'x')`)
    await expect(server.query('delete from audit_pending')).rejects.toMatchObject({ constraint: 'append_only' })
    await expect(server.query('set session_replication_role = replica')).rejects.toMatchObject({ code: '42501' })
  })

  it('can start on a migrated database without the owner, and does not migrate', async () => {
    await migrate(database.runtimeUrl)
    await withClient(database.url, (owner) =>
      owner.query('delete from schema_migrations where version = (select max(version) from schema_migrations)'),
    )
    await expect(migrate(database.runtimeUrl)).rejects.toThrow(/DATABASE_MIGRATION_URL/)
  })
})
