import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { compileOnce } from './compileOnce.ts'
import { type Db, inTransaction, type OpenDatabase, openDatabase } from './database.ts'

let database: TestDatabase
let open: OpenDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  open = openDatabase(database.url, { max: 1 })
})
afterAll(async () => {
  await open.close()
  await database.drop()
})

it('compiles a statement once, and sends the values of each call, including lists', async () => {
  const build = vi.fn((db: Db, { ids, active }: { ids: string[]; active: boolean }) =>
    db
      .selectFrom('people')
      .select(['id', sql<boolean>`${active}::boolean`.as('sent')])
      .where('active', '=', active)
      .where(sql<boolean>`id = any (${ids}::uuid[])`),
  )
  const find = compileOnce(build)
  const [firstPerson, otherPerson] = await open.db
    .selectFrom('people')
    .select('id')
    .where('active', '=', true)
    .orderBy('id')
    .limit(2)
    .execute()
  expect(await find(open.db, { ids: [firstPerson!.id], active: true })).toEqual([{ id: firstPerson!.id, sent: true }])
  expect(await find(open.db, { ids: [otherPerson!.id], active: true })).toEqual([{ id: otherPerson!.id, sent: true }])
  expect(await find(open.db, { ids: [firstPerson!.id, otherPerson!.id], active: false })).toEqual([])
  expect(build).toHaveBeenCalledTimes(1)
})

it('runs in the transaction of its caller', async () => {
  const find = compileOnce((db: Db, { name }: { name: string }) =>
    db.selectFrom('directory_cursors').select('name').where('name', '=', name),
  )
  expect(await find(open.db, { name: 'test' })).toEqual([])
  const rolledBack = inTransaction(open.db, async (tx) => {
    await tx.insertInto('directory_cursors').values({ name: 'test', link: '', updated_at: new Date() }).execute()
    expect(await find(tx, { name: 'test' })).toEqual([{ name: 'test' }])
    throw new Error('rolled back')
  })
  await expect(rolledBack).rejects.toThrow('rolled back')
  expect(await find(open.db, { name: 'test' })).toEqual([])
})
