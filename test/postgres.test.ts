import { expect, inject, test } from 'vitest'
import { createTestDatabase } from './postgres.ts'
import { withClient } from './postgresServer.ts'

test('creates separate migrated databases, even concurrently', async () => {
  const databases = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()] as const)
  const [firstDatabase, secondDatabase] = databases
  await withClient(firstDatabase.url, (client) => client.query('create table only_here (id int)'))
  await withClient(secondDatabase.url, async (client) => {
    expect((await client.query('select count(*)::int as n from schema_migrations')).rows[0].n).toBeGreaterThan(0)
    expect((await client.query(`select to_regclass('only_here') as found`)).rows).toEqual([{ found: null }])
  })
  const databaseNames = databases.map(({ url }) => new URL(url).pathname.slice(1))
  await withClient(firstDatabase.url, async (busy) => {
    busy.on('error', () => {})
    for (const database of databases) await database.drop()
  })
  await withClient(inject('postgres').url, async (client) => {
    expect((await client.query('select datname from pg_database where datname = any($1)', [databaseNames])).rows).toEqual([])
  })
})

test('throws when a test leaves data that violates an invariant, unless the test declares this', async () => {
  const name = 'account-has-two-to-ten-owners'
  const violate = (url: string) =>
    withClient(url, async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query('delete from account_owners')
    })
  const [brokenDatabase, allowed] = await Promise.all([
    createTestDatabase(),
    createTestDatabase({ violates: { [name]: 'This test is about it.' } }),
  ])
  await Promise.all([violate(brokenDatabase.url), violate(allowed.url)])
  await expect(brokenDatabase.drop()).rejects.toThrow(name)
  await allowed.drop()
  await withClient(inject('postgres').url, async (client) => {
    const databaseNames = [brokenDatabase, allowed].map(({ url }) => new URL(url).pathname.slice(1))
    expect((await client.query('select datname from pg_database where datname = any($1)', [databaseNames])).rows).toEqual([])
  })
})
