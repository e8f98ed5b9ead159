import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../test/postgres.ts'
import { type BundleDatabase, openBundleDatabase } from './supportDatabase.ts'

let test: TestDatabase
let database: BundleDatabase
beforeAll(async () => {
  test = await createTestDatabase()
  database = await openBundleDatabase({ DATABASE_URL: test.url }, '')
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

const settings = () =>
  database.read(async (db) => {
    const read = () =>
      sql<{ readOnly: string; byDefault: string; timeout: string }>`select current_setting('transaction_read_only') as "readOnly",
        current_setting('default_transaction_read_only') as "byDefault", current_setting('statement_timeout') as timeout`.execute(db)
    const facts = await read()
    await sql`commit`.execute(db)
    const after = await read()
    return { inside: facts.rows[0], after: after.rows[0] }
  })

describe('reading the database for a support bundle', () => {
  it('can’t write, and doesn’t leave settings on a connection that a pooler gives to other clients', async () => {
    await expect(database.read((db) => sql`create table written ()`.execute(db))).rejects.toMatchObject({ code: '25006' })
    expect(await settings()).toEqual({
      inside: { readOnly: 'on', byDefault: 'off', timeout: '20s' },
      after: { readOnly: 'off', byDefault: 'off', timeout: '0' },
    })
  })

  it('keeps a read that starts during another one in its own read-only transaction', async () => {
    const slow = database.read((db) => sql`select pg_sleep(0.2)`.execute(db))
    const results = await Promise.allSettled([slow, settings(), database.read((db) => sql`create table written ()`.execute(db))])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(results[1]).toMatchObject({ value: { inside: { readOnly: 'on', timeout: '20s' } } })
  })
})
