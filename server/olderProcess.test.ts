import { describe, expect, it } from 'vitest'
import { withClient } from '../test/postgresServer.ts'
import { migrationNames, readApplied, sendRequest, startRelease } from '../test/releases.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './migrate.ts'

const anyId = '00000000-0000-4000-8000-00000000000a'
const nickname = '-- expand: processes without it ignore it.\nalter table people add column nickname text;'

describe('an older process', () => {
  it('can start on a newer database without changing it', async () => {
    const { url, runtimeUrl, upgrade, read, write, remove, addMigration } = await startRelease()
    addMigration('nickname', `${nickname}\ncreate table twins (id int);`)
    write('functions/people/identity_key.sql', read('functions/people/identity_key.sql').replace('p.id::text', "p.id::text || '!'"))
    write('functions/people/twin.sql', 'create or replace function twin() returns int language sql as $$ select 1 $$;\n')
    remove('functions/services/edge_store_transitions.sql')
    await upgrade()
    await withClient(url, (client) => client.query(`revoke insert on twins from ${new URL(runtimeUrl).username}`))
    const applied = await readApplied(url)
    await Promise.all([migrate(url, runtimeUrl), migrate(runtimeUrl), migrate(url, runtimeUrl)])
    expect(await readApplied(url)).toEqual(applied)
    expect(await sendRequest(url, "pg_get_functiondef('identity_key'::regproc) like '%!%' and to_regproc('twin') is not null")).toBe(true)
    expect(await sendRequest(runtimeUrl, "has_table_privilege('twins', 'insert')")).toBe(false)
  })

  it('can’t restore its functions if only functions differ', async () => {
    const { url, runtimeUrl, upgrade, read, write } = await startRelease()
    const { revision } = JSON.parse(read('functions/revision.json')) as { revision: number }
    write('functions/revision.json', JSON.stringify({ revision: revision + 1, checksum: '' }))
    write('functions/people/identity_key.sql', read('functions/people/identity_key.sql').replace('p.id::text', "p.id::text || '!'"))
    await upgrade()
    for (const role of [url, runtimeUrl]) await migrate(role, runtimeUrl)
    expect(await sendRequest(url, "pg_get_functiondef('identity_key'::regproc) like '%!%'")).toBe(true)
  })

  it('is rejected if it is older than the minimum of a contract migration', async () => {
    const { url, runtimeUrl, upgrade, addMigration } = await startRelease()
    const expansion = addMigration('nickname', nickname)
    const contraction = addMigration(
      'no_nickname',
      `-- contract ${expansion.slice(0, 4)}: others use it.\nalter table people drop column nickname;`,
    )
    await upgrade()
    for (const role of [url, runtimeUrl])
      await expect(migrate(role, runtimeUrl)).rejects.toThrow(new RegExp(`${contraction}.* ${expansion.slice(0, 4)} `))
    await upgrade()
  })

  it('rejects a database that has newer migrations but lacks one of its own', async () => {
    const { url, upgrade, addMigration } = await startRelease()
    await withClient(url, (client) =>
      client.query("insert into schema_migrations (version, name, checksum, min_version) values (9999, '9999_future', 'x', 1)"),
    )
    const own = addMigration('nickname', nickname)
    await expect(upgrade()).rejects.toThrow(own)
    expect((await readApplied(url)).migrations.map(({ name }) => name)).toEqual([...migrationNames, '9999_future'])
  })

  it('continues to run, because a migration waits for its open transactions', async () => {
    const { url, runtimeUrl, upgrade, addMigration } = await startRelease()
    const { db, close } = openDatabase(runtimeUrl, { max: 4 })
    const readPeople = () => db.selectFrom('people').selectAll().limit(1).execute()
    for (let turn = 0; turn < 3; turn++) await readPeople()
    addMigration('nickname', "-- expand: it has a default.\nalter table people add column nickname text not null default 'none';")
    const [opened, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const transaction = db.transaction().execute(async (tx) => {
      await tx.selectFrom('people').selectAll().limit(1).execute()
      opened.resolve()
      await committed.promise
    })
    await opened.promise
    let isUpgraded = false
    const upgrading = upgrade().then(() => {
      isUpgraded = true
    })
    // The loop runs longer than the migration waits for its lock. When the migration stops waiting, the reads that queued behind it
    // continue, before their own time limit.
    const endsAt = performance.now() + 5_000
    while (performance.now() < endsAt) await readPeople()
    expect(isUpgraded).toBe(false)
    committed.resolve()
    await transaction
    await upgrading
    for (let turn = 0; turn < 3; turn++) await readPeople()
    await db.insertInto('people').values({ id: anyId, issuer: 'https://issuer.invalid', tenant_id: anyId, display_name: 'Older' }).execute()
    expect(await sendRequest(url, '(select nickname from people)')).toBe('none')
    await close()
  })

  it.each([
    ['alter table people add column nickname text;', /first line/],
    ['-- expand:\nselect 1;', /first line/],
    ['-- contract 0001: everything.\nselect 1;', /must be a migration from \d+ to/],
    ['-- contract 0999: everything.\nselect 1;', /must be a migration from \d+ to/],
  ])('needs a statement in every migration about older processes: %j', async (text, problem) => {
    const { upgrade, addMigration } = await startRelease()
    addMigration('silent', text)
    await expect(upgrade()).rejects.toThrow(problem)
  })
})
