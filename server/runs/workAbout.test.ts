import { sql } from 'kysely'
import { v4 as uuidv4 } from 'uuid'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { makeSandbox } from '../features/sandboxes/sandboxes/sandboxes.fixture.ts'
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

const loadWorkAbout = (kind: string, id: string) => sql`select * from run_subject('any', ${kind}, ${id})`.execute(opened.db)

it.each(subjectKinds)('has a valid query for %s', async (kind) => {
  expect((await loadWorkAbout(kind, uuidv4())).rows).toEqual([])
})

it('returns the name and the reference of the request of a sandbox', async () => {
  const owner = await opened.db.selectFrom('people').select('id').where('active', '=', true).executeTakeFirstOrThrow()
  const id = await makeSandbox(opened.db, { name: 'run-about', owners: [owner.id] })
  const sandbox = await opened.db
    .selectFrom('sandboxes')
    .where('sandboxes.id', '=', id)
    .innerJoin('sandbox_requests as r', 'r.id', 'sandboxes.request_id')
    .select(['sandboxes.id', 'sandboxes.name', 'r.reference'])
    .executeTakeFirstOrThrow()
  expect((await loadWorkAbout('sandbox', sandbox.id)).rows).toEqual([
    { name: sandbox.name, reference: sandbox.reference, person_id: null, account_id: null },
  ])
})

it('returns the name and the reference of the request of an account', async () => {
  const account = await opened.db
    .selectFrom('accounts')
    .innerJoin('account_requests as r', 'r.id', 'accounts.request_id')
    .select(['accounts.id', 'accounts.name', 'r.reference'])
    .executeTakeFirstOrThrow()
  expect((await loadWorkAbout('account', account.id)).rows).toEqual([
    { name: account.name, reference: account.reference, person_id: null, account_id: account.id },
  ])
})
