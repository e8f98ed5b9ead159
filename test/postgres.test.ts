import { expect, inject, test } from 'vitest'
import { createTestDatabase } from './postgres.ts'
import { withClient } from './postgresServer.ts'

test('creates separate migrated databases, also concurrently', async () => {
  const databases = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()] as const)
  const [first, second] = databases
  await withClient(first.url, (client) => client.query('create table only_here (id int)'))
  await withClient(second.url, async (client) => {
    expect((await client.query('select count(*)::int as n from schema_migrations')).rows[0].n).toBeGreaterThan(0)
    expect((await client.query(`select to_regclass('only_here') as found`)).rows).toEqual([{ found: null }])
  })
  const left = databases.map(({ url }) => new URL(url).pathname.slice(1))
  await withClient(first.url, async (busy) => {
    busy.on('error', () => {})
    for (const database of databases) await database.drop()
  })
  await withClient(inject('postgres').url, async (client) => {
    expect((await client.query('select datname from pg_database where datname = any($1)', [left])).rows).toEqual([])
  })
})

test('fails when a test leaves data that violates an invariant, unless it declares that', async () => {
  const name = 'account-has-two-to-ten-owners'
  const violate = (url: string) =>
    withClient(url, async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query('delete from account_owners')
    })
  const [broken, allowed] = await Promise.all([
    createTestDatabase(),
    createTestDatabase({ violates: { [name]: 'This test is about it.' } }),
  ])
  await Promise.all([violate(broken.url), violate(allowed.url)])
  await expect(broken.drop()).rejects.toThrow(name)
  await allowed.drop()
  await withClient(inject('postgres').url, async (client) => {
    const left = [broken, allowed].map(({ url }) => new URL(url).pathname.slice(1))
    expect((await client.query('select datname from pg_database where datname = any($1)', [left])).rows).toEqual([])
  })
})
