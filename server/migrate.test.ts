import { readdirSync } from 'node:fs'
import { describe, expect, inject, it } from 'vitest'
import { createTestDatabase } from '../test/postgres.ts'
import { withClient } from '../test/postgresServer.ts'
import { emptyDatabase, migrationNames, readApplied, sendRequest, startRelease } from '../test/releases.ts'
import { readDefinitions } from './db/definitions.ts'
import { migrate } from './migrate.ts'

const source = new URL('./db/', import.meta.url)
const definitions = readDefinitions(new URL('functions/', source))

describe('the list of migrations', () => {
  it('has numbers from 1 without a gap', () => {
    const names = readdirSync(new URL('migrations/', source)).sort()
    expect(names.map((name) => Number(name.slice(0, 4)))).toEqual(names.map((_, index) => index + 1))
    for (const name of names) expect(name).toMatch(/^\d{4}_[a-z0-9_]+(\.sql)?$/)
  })

  it('creates functions that PostgreSQL’s checker accepts', async () => {
    const database = await createTestDatabase()
    await withClient(database.url, async (client) => {
      // While definitions are applied, a function can refer to a later one. At this point, all of them exist.
      for (const { kind, sql } of definitions) if (kind === 'function') await client.query(sql)
    })
    await database.drop()
  })
})

describe('migrate', () => {
  it('migrates an empty database to this version, and changes nothing when repeated', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    const appliedBefore = await readApplied(url)
    expect(appliedBefore.migrations.map(({ name }) => name)).toEqual(migrationNames)
    expect(appliedBefore.definitions.map(({ name }) => name)).toEqual(definitions.map(({ name }) => name).sort())
    await migrate(url)
    expect(await readApplied(url)).toEqual(appliedBefore)
    expect(await sendRequest(url, "to_regclass('accounts') is not null and to_regclass('pgboss.job') is not null")).toBe(true)
  })

  it('runs each migration once in concurrent processes', async () => {
    const url = await emptyDatabase()
    await Promise.all([migrate(url), migrate(url), migrate(url)])
    expect((await readApplied(url)).migrations.map(({ name }) => name)).toEqual(migrationNames)
  })

  it('rejects the database of a newer version that requires a newer process, without changing it', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    await withClient(url, async (client) => {
      await client.query("insert into schema_migrations (version, name, checksum, min_version) values (9999, '9999_future', 'x', 9998)")
      await client.query('drop view ended_requests')
    })
    await expect(migrate(url)).rejects.toThrow(/9999_future.*9998/)
    expect(await sendRequest(url, "to_regclass('ended_requests')")).toBeNull()
  })

  it('rejects a database from before the first release, without changing it', async () => {
    const url = await emptyDatabase()
    await withClient(url, async (client) => {
      await client.query(
        'create table schema_migrations (version int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())',
      )
      await client.query("insert into schema_migrations values (1, '0001_house.sql', 'x'), (2, '0002_account_lists.sql', 'y')")
    })
    for (const runtime of [url, url.replace(/\/\/[^@]*@/, `//${inject('postgres').prefix}server:of-a-test-run@`)]) {
      await withClient(url, (client) => client.query('grant select on schema_migrations to public'))
      await expect(migrate(runtime)).rejects.toThrow(/SLIPWAY_DATA/)
    }
    expect(
      await sendRequest(url, "array(select relname::text from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')"),
    ).toEqual(['schema_migrations'])
  })

  it('rejects an edited migration that has already run', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    await withClient(url, (client) => client.query("update schema_migrations set checksum = 'other' where version = 1"))
    await expect(migrate(url)).rejects.toThrow(migrationNames[0]!)
  })

  it('rolls back a failed migration completely, so that the next start can retry it', async () => {
    const url = await emptyDatabase()
    await withClient(url, (client) => client.query('create table audit_events (id int)'))
    await expect(migrate(url)).rejects.toThrow(/0001_baseline\/18_audit\.sql .*audit_events/)
    await withClient(url, async (client) => {
      expect((await client.query("select to_regclass('people') as people, to_regclass('schema_migrations') as done")).rows).toEqual([
        { people: null, done: null },
      ])
      await client.query('drop table audit_events')
    })
    await migrate(url)
    expect((await readApplied(url)).migrations).toHaveLength(migrationNames.length)
  })

  it('adds its record to a database that was migrated before records existed', async () => {
    const url = await emptyDatabase()
    await migrate(url)
    await withClient(url, (client) =>
      client.query('alter table schema_migrations drop column min_version; drop table schema_revisions; drop table key_fingerprints'),
    )
    await withClient(url, (client) => client.query("delete from schema_migrations where name = '0002_key_fingerprints'"))
    await migrate(url)
    expect(await sendRequest(url, '(select max(min_version) from schema_migrations)')).toBe(1)
    expect(await sendRequest(url, '(select count(*)::int from schema_revisions)')).toBe(1)
  })

  it('reports that the database can’t be reached', async () => {
    await expect(migrate('postgres://nobody@127.0.0.1:1/none')).rejects.toThrow(/ECONNREFUSED/)
  })
})

describe('an upgrade', () => {
  it('runs the new migration and replaces only the changed function, on two concurrent replicas', async () => {
    const { url, upgrade, read, write, addMigration } = await startRelease()
    const appliedBefore = await readApplied(url)
    const name = addMigration(
      'nickname',
      "-- expand: it has a default.\nalter table people add column nickname text not null default 'none';",
    )
    write('functions/people/identity_key.sql', read('functions/people/identity_key.sql').replace('p.id::text', "p.id::text || '!'"))
    await Promise.all([upgrade(), upgrade()])
    const appliedAfter = await readApplied(url)
    expect(appliedAfter.migrations.map(({ name }) => name)).toEqual([...migrationNames, name])
    expect(
      appliedAfter.definitions.filter(
        (row) => !appliedBefore.definitions.some((previous) => previous.applied_at.getTime() === row.applied_at.getTime()),
      ),
    ).toEqual([{ name: 'identity_key', applied_at: expect.any(Date) }])
    expect(
      await sendRequest(url, 'identity_key(jsonb_populate_record(null::people, \'{"id": "00000000-0000-4000-8000-000000000001"}\'))'),
    ).toBe('00000000-0000-4000-8000-000000000001!')
  })

  it('replaces changed triggers, and doesn’t lock tables whose triggers are unchanged', async () => {
    const { url, upgrade, read, write } = await startRelease()
    const file = 'functions/approvals/request_transitions.sql'
    const text = read(file)
      .replace(/^create trigger sandbox_requests_transitions .*$/m, '')
      .replace('trigger account_updates_transitions before', 'trigger account_updates_transitions after')
    write(
      file,
      `${text}create constraint trigger feedback_transitions after update on feedback deferrable for each row execute function request_transitions();\n`,
    )
    await upgrade()
    const triggers = 'array(select oid::int from pg_trigger where not tgisinternal order by 1)'
    const triggersBefore = await sendRequest(url, triggers)
    write(file, read(file).replace('a request cannot go', 'no request can go'))
    await upgrade()
    expect(await sendRequest(url, "pg_get_functiondef('request_transitions'::regproc) like '%no request can go%'")).toBe(true)
    expect(await sendRequest(url, triggers)).toEqual(triggersBefore)
    expect(
      await sendRequest(
        url,
        `array(select tgrelid::regclass || ' ' || (tgtype & 2 = 2)::text from pg_trigger where tgfoid = 'request_transitions'::regproc order by 1)`,
      ),
    ).toEqual(['access_requests true', 'account_requests true', 'account_updates false', 'feedback false'])
  })

  it('renames a function whose triggers keep their names', async () => {
    const { url, upgrade, read, write, remove } = await startRelease()
    const text = read('functions/services/edge_store_transitions.sql')
    remove('functions/services/edge_store_transitions.sql')
    write('functions/services/store_states.sql', text.replaceAll('edge_store_transitions()', 'store_states()'))
    await upgrade()
    const functions = "array(select tgfoid::regproc::text from pg_trigger where tgname = 'edge_rollout_stores_transitions')"
    expect(await sendRequest(url, functions)).toEqual(['store_states'])
  })

  it('drops functions and views without a file, and creates those again that a migration dropped', async () => {
    const { url, upgrade, read, write, remove, addMigration } = await startRelease()
    remove('functions/services/edge_store_transitions.sql')
    remove('functions/access/access_review_deciders.sql')
    addMigration('view', '-- contract 0012: the view has other columns.\ndrop view ended_requests;')
    write(
      'functions/approvals/ended_requests.sql',
      read('functions/approvals/ended_requests.sql').replace(
        / as reason\nfrom account_requests r/,
        ' as reason, 1 as weight\nfrom account_requests r',
      ),
    )
    await expect(upgrade()).rejects.toThrow(/^ended_requests /)
    expect((await readApplied(url)).migrations).toHaveLength(migrationNames.length)
    write('functions/approvals/ended_requests.sql', "create or replace view ended_requests as select 'other' as column;\n")
    await upgrade()
    expect(await sendRequest(url, "to_regproc('edge_store_transitions') is null and to_regclass('access_review_deciders') is null")).toBe(
      true,
    )
    expect(await sendRequest(url, '(select "column" from ended_requests)')).toBe('other')
    expect((await readApplied(url)).definitions).toHaveLength(definitions.length - 2)
  })

  it('rolls back if a definition is invalid, or an object without a file is still in use', async () => {
    const { url, upgrade, read, write, remove, addMigration } = await startRelease()
    const appliedBefore = await readApplied(url)
    addMigration('nickname', '-- expand: processes without it ignore it.\nalter table people add column nickname text;')
    const identityFunction = read('functions/people/identity_key.sql')
    write('functions/people/identity_key.sql', identityFunction.replace('returns text', 'returns int'))
    await expect(upgrade()).rejects.toThrow(/^identity_key /)
    write('functions/people/identity_key.sql', identityFunction.replace('(p people)', '(p people, other text)'))
    await expect(upgrade()).rejects.toThrow(/^(?!identity_key ).* identity_key /)
    remove('functions/people/identity_key.sql')
    remove('functions/approvals/resolve_approvers.sql')
    await expect(upgrade()).rejects.toThrow(/depend/)
    expect(await readApplied(url)).toEqual(appliedBefore)
    expect(
      await sendRequest(
        url,
        "(select count(*)::int from information_schema.columns where table_name = 'people' and column_name = 'nickname')",
      ),
    ).toBe(0)
  })

  it('rejects sources in which a file does not define the object of its name', async () => {
    const { upgrade, write } = await startRelease()
    write('functions/people/twin.sql', 'create or replace function identity_key() returns int language sql as $$ select 1 $$;\n')
    await expect(upgrade()).rejects.toThrow(/^functions\/people\/twin\.sql .* twin/)
  })
})

describe('the database', () => {
  const getRejection = async (client: { query(text: string): Promise<unknown> }, text: string) => {
    await client.query('savepoint here')
    const error = await client.query(text).then(
      () => undefined,
      (caughtError: { code: string; constraint: string }) => caughtError,
    )
    await client.query('rollback to savepoint here')
    return [error?.code, error?.constraint]
  }

  it('keeps audit and decisions append-only, and allows only valid transitions of requests and approvals', async () => {
    const database = await createTestDatabase()
    await withClient(database.url, async (client) => {
      await client.query('begin')
      await client.query(
        "insert into audit_events (id, actor_name, credential, operation, outcome, request_id) values (gen_random_uuid(), 'x', 'none', 'x', 'allowed', 'x')",
      )
      expect(await getRejection(client, "update audit_events set outcome = 'denied'")).toEqual(['42501', 'append_only'])
      expect(await getRejection(client, 'delete from audit_events')).toEqual(['42501', 'append_only'])
      expect(await getRejection(client, 'truncate audit_events')).toEqual(['42501', 'append_only'])
      expect(await getRejection(client, 'delete from approval_decisions')).toEqual(['42501', 'append_only'])
      expect(await getRejection(client, "update account_requests set status = 'draft' where status = 'approved'")).toEqual([
        '23514',
        'request_transitions',
      ])
      expect(
        await getRejection(
          client,
          'update account_requests set requester_id = (select id from people p where p.id <> requester_id limit 1)',
        ),
      ).toEqual(['23514', 'requester_fixed'])
      expect(await getRejection(client, "update approvals set status = 'pending' where status <> 'pending'")).toEqual([
        '23514',
        'approval_transitions',
      ])
      expect(await getRejection(client, "update accounts set status = 'provisioning' where status = 'active'")).toEqual([
        '23514',
        'account_transitions',
      ])
      expect(
        await getRejection(
          client,
          "insert into approval_decisions (id, approval_id, stage, approver_id, requester_id, decision) select gen_random_uuid(), a.id, s.stage, a.requester_id, a.requester_id, 'approve' from approvals a join approval_stages s on s.approval_id = a.id limit 1",
        ),
      ).toEqual(['23514', 'cannot_decide_own_request'])
      expect(
        await getRejection(
          client,
          'insert into approval_decisions select gen_random_uuid(), approval_id, stage, approver_id, requester_id, decision, comment, now() from approval_decisions limit 1',
        ),
      ).toEqual(['23505', 'one_vote_per_person_and_stage'])
      await client.query(
        "delete from account_owners where account_id = (select id from accounts where status = 'active' order by id limit 1)",
      )
      const [code, constraint] = await getRejection(client, 'set constraints all immediate')
      expect([code, constraint]).toEqual(['23514', 'account_owners_2_to_10'])
      await client.query('rollback')
    })
    await database.drop()
  })
})
