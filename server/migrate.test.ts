import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { createTestDatabase } from '../test/postgres.ts'
import { databaseUrl, withClient } from '../test/postgresServer.ts'
import { migrate } from './migrate.ts'

const made: string[] = []
/** An empty database, nothing migrated. */
async function emptyDatabase(): Promise<string> {
  const { url, prefix } = inject('postgres')
  const name = `${prefix}${randomBytes(6).toString('hex')}`
  await withClient(url, (client) => client.query(`create database ${name}`))
  made.push(name)
  return databaseUrl(url, name)
}
afterEach(async () => {
  for (const name of made.splice(0))
    await withClient(inject('postgres').url, (client) => client.query(`drop database if exists ${name} with (force)`))
})

const files = readdirSync(new URL('./db/migrations/', import.meta.url)).sort()
const done = (url: string) =>
  withClient(
    url,
    async (client) =>
      (await client.query<{ version: number; name: string; applied_at: Date }>('select * from schema_migrations order by version')).rows,
  )

describe('the migrations', () => {
  it('are numbered from 1 without a gap', () => {
    expect(files.map((name) => Number(name.slice(0, 4)))).toEqual(files.map((_, index) => index + 1))
    for (const name of files) expect(name).toMatch(/^\d{4}_[a-z0-9_]+\.sql$/)
  })
})

describe('migrate', () => {
  it('brings an empty database to this version; again it changes nothing', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    const first = await done(url)
    expect(first.map(({ name }) => name)).toEqual(files)
    await migrate(url)
    expect(await done(url)).toEqual(first)
    await withClient(url, async (client) => {
      expect(
        (await client.query("select to_regclass('accounts') is not null and to_regclass('pgboss.job') is not null as there")).rows,
      ).toEqual([{ there: true }])
    })
  })

  it('started by several processes at once runs each migration once', async () => {
    const url = await emptyDatabase()
    await Promise.all([migrate(url), migrate(url), migrate(url)])
    expect((await done(url)).map(({ name }) => name)).toEqual(files)
  })

  it('refuses a database of a newer Slipway, and changes nothing there', async () => {
    const url = await emptyDatabase()
    await withClient(url, async (client) => {
      await client.query(
        'create table schema_migrations (version int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())',
      )
      await client.query("insert into schema_migrations values (9999, '9999_future.sql', 'x')")
    })
    await expect(migrate(url)).rejects.toThrow(/9999_future\.sql by a newer Slipway/)
    await withClient(url, async (client) =>
      expect((await client.query("select to_regclass('accounts') as found")).rows).toEqual([{ found: null }]),
    )
  })

  it('refuses when a migration that ran has been edited', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    await withClient(url, (client) => client.query("update schema_migrations set checksum = 'other' where version = 1"))
    await expect(migrate(url)).rejects.toThrow(/was edited after it ran/)
  })

  it('takes a migration that fails back whole, and lets the next start try again', async () => {
    const url = await emptyDatabase()
    // The last table of the first migration is in the way.
    await withClient(url, (client) => client.query('create table audit_events (id int)'))
    await expect(migrate(url)).rejects.toThrow(/0001_house\.sql failed and was taken back: .*audit_events/)
    await withClient(url, async (client) => {
      expect((await client.query("select to_regclass('people') as found")).rows).toEqual([{ found: null }])
      await client.query('drop table audit_events')
    })
    await migrate(url)
    expect((await done(url)).length).toBe(files.length)
  })

  it('says what is wrong when there is no database', async () => {
    await expect(migrate('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(/ECONNREFUSED/)
  })
})

describe('the database keeps its promises, whatever the code does', () => {
  const refused = async (client: { query(text: string): Promise<unknown> }, text: string) => {
    await client.query('savepoint here')
    const error = await client.query(text).then(
      () => undefined,
      (caught: { code: string; constraint: string }) => caught,
    )
    await client.query('rollback to savepoint here')
    return [error?.code, error?.constraint]
  }

  it('append-only audit and decisions; requests and approvals move along their lines', async () => {
    const database = await createTestDatabase()
    await withClient(database.url, async (client) => {
      await client.query('begin')
      await client.query(
        "insert into audit_events (id, actor_name, credential, operation, outcome, request_id) values (gen_random_uuid(), 'x', 'none', 'x', 'allowed', 'x')",
      )
      expect(await refused(client, "update audit_events set outcome = 'denied'")).toEqual(['42501', 'append_only'])
      expect(await refused(client, 'delete from audit_events')).toEqual(['42501', 'append_only'])
      expect(await refused(client, 'truncate audit_events')).toEqual(['42501', 'append_only'])
      expect(await refused(client, 'delete from approval_decisions')).toEqual(['42501', 'append_only'])
      expect(await refused(client, "update account_requests set status = 'draft' where status = 'approved'")).toEqual([
        '23514',
        'request_moves',
      ])
      expect(
        await refused(client, 'update account_requests set requester_id = (select id from people p where p.id <> requester_id limit 1)'),
      ).toEqual(['23514', 'requester_fixed'])
      expect(await refused(client, "update approvals set status = 'pending' where status <> 'pending'")).toEqual([
        '23514',
        'approval_moves',
      ])
      expect(await refused(client, "update accounts set status = 'provisioning' where status = 'active'")).toEqual([
        '23514',
        'account_moves',
      ])
      expect(
        await refused(
          client,
          "insert into approval_decisions (id, approval_id, stage, approver_id, requester_id, decision) select gen_random_uuid(), a.id, s.stage, a.requester_id, a.requester_id, 'approve' from approvals a join approval_stages s on s.approval_id = a.id limit 1",
        ),
      ).toEqual(['23514', 'nobody_decides_on_an_own_request'])
      expect(
        await refused(
          client,
          'insert into approval_decisions select gen_random_uuid(), approval_id, stage, approver_id, requester_id, decision, comment, now() from approval_decisions limit 1',
        ),
      ).toEqual(['23505', 'one_vote_per_person_and_stage'])
      await client.query(
        "delete from account_owners where account_id = (select id from accounts where status = 'active' order by id limit 1)",
      )
      const [code, constraint] = await refused(client, 'set constraints all immediate')
      expect([code, constraint]).toEqual(['23514', 'account_owners_2_to_10'])
      await client.query('rollback')
    })
    await database.drop()
  })
})
