import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { withClient } from '../../test/postgresServer.ts'
import { inTransaction, type OpenDatabase, openDatabase } from './database.ts'

let database: TestDatabase
let open: OpenDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  open = openDatabase(database.url, { max: 1 })
  await sql`create table things (id int primary key, name text)`.execute(open.db)
  await sql`insert into things values (1, 'one'), (2, 'two')`.execute(open.db)
})
afterAll(async () => {
  await open.close()
  await database.drop()
})

const readThing = (id: number, db = open.db) =>
  sql<Record<string, unknown>>`select * from things where id = ${id}`.execute(db).then(({ rows }) => rows[0])
const loadPrepared = async () =>
  (await sql<{ n: number }>`select count(*) as n from pg_prepared_statements where statement like 'select * from things%'`.execute(open.db))
    .rows[0]?.n

test('prepares a repeated statement once', async () => {
  expect([await readThing(1), await loadPrepared()]).toEqual([{ id: 1, name: 'one' }, 0])
  expect([await readThing(2), await readThing(1), await loadPrepared()]).toEqual([{ id: 2, name: 'two' }, { id: 1, name: 'one' }, 1])
})

test('prepares a repeated statement without parameters only if it is read-only', async () => {
  const all = () => sql`select * from things order by id`.execute(open.db)
  const countBefore = (await loadPrepared()) ?? 0
  await all()
  await all()
  expect(await loadPrepared()).toBe(countBefore + 1)
})

test('accepts a column that a newer server added', async () => {
  await readThing(1)
  await withClient(database.url, (client) => client.query(`alter table things add colour text default 'red'`))
  expect(await readThing(1)).toEqual({ id: 1, name: 'one', colour: 'red' })
  expect(await readThing(2)).toEqual({ id: 2, name: 'two', colour: 'red' })
})

test('fails once in a transaction when a prepared statement is outdated, and succeeds at the next attempt', async () => {
  await readThing(1)
  await readThing(1)
  await withClient(database.url, (client) => client.query('alter table things add size int default 7'))
  await expect(inTransaction(open.db, (tx) => readThing(1, tx))).rejects.toThrow(pg.DatabaseError)
  expect(await inTransaction(open.db, (tx) => readThing(1, tx))).toMatchObject({ size: 7 })
})

test('reports errors unchanged', async () => {
  for (let n = 0; n < 3; n++)
    await expect(sql`insert into things values (${1}, 'again')`.execute(open.db)).rejects.toMatchObject({ code: '23505' })
})

test('prepares at most 300 statements', async () => {
  const otherDatabase = openDatabase(database.url, { max: 1 })
  for (let n = 0; n < 400; n++)
    for (let round = 0; round < 2; round++) await sql`select ${n}::int + ${sql.raw(String(n))}`.execute(otherDatabase.db)
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_prepared_statements`.execute(otherDatabase.db)
  await otherDatabase.close()
  expect(rows[0]?.n).toBe(300)
})
