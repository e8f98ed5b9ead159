import { sql } from 'kysely'
import { v4 as uuidv4 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { subjectKinds } from '../subjects/kinds.ts'

let database: TestDatabase
let opened: OpenDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  opened = openDatabase(database.url, { max: 1 })
})
afterAll(async () => {
  await opened?.close()
  await database?.drop()
})

const about = (kind: string, id: string) => sql`select * from work_about('any', ${kind}, ${id})`.execute(opened.db)

it.each(subjectKinds)('has a valid query for %s', async (kind) => {
  expect((await about(kind, uuidv4())).rows).toEqual([])
})

it('returns the name, the request and the account of an account', async () => {
  const account = await opened.db.selectFrom('accounts').select(['id', 'name']).limit(1).executeTakeFirstOrThrow()
  expect((await about('account', account.id)).rows).toMatchObject([{ name: account.name, account_id: account.id, person_id: null }])
})
