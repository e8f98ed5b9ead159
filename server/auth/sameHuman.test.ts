import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { accountsOfHuman, isSameHuman, othersAdded, othersOnly } from './sameHuman.ts'

const [ada, second, grace] = [randomUUID(), randomUUID(), randomUUID()]
let database: TestDatabase
let open: OpenDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  open = openDatabase(database.url, { max: 2 })
  const person = { issuer: 'https://issuer.example', tenant_id: randomUUID(), email: null, user_principal_name: null, department: null }
  const rest = { job_title: null, manager_id: null, directory_checked_at: null, signed_in_at: null }
  await open.db
    .insertInto('people')
    .values([
      { ...person, ...rest, id: ada, display_name: 'Ada', employee_id: 'same-human-1' },
      { ...person, ...rest, id: second, display_name: 'Ada (admin)', employee_id: 'same-human-1' },
      { ...person, ...rest, id: grace, display_name: 'Grace', employee_id: 'same-human-2' },
    ])
    .execute()
})
afterAll(async () => {
  await open.close()
  await database.drop()
})

it('links a person’s accounts by employee number', async () => {
  expect(await isSameHuman(open.db, ada, second)).toBe(true)
  expect(await isSameHuman(open.db, ada, grace)).toBe(false)
  expect((await accountsOfHuman(open.db, second)).map(({ id }) => id).sort()).toEqual([ada, second].sort())
})

it.each([
  ['nobody', [], true],
  ['somebody else', [grace], true],
  ['a stranger', [randomUUID()], true],
  ['oneself', [ada], "You can't do it. Ask someone else to do it."],
  ['another account of one’s own', [grace, second], "You can't do it. Ada (admin) is another account of yours. Ask someone else to do it."],
  ['both of one’s accounts', [second, ada], "You can't do it. Ask someone else to do it."],
])('returns whether the caller can act on %s', async (_who, ids, verdict) => {
  expect(await othersOnly(open.db, { id: ada }, ids, 'do it')).toBe(verdict)
})

it('keeps an existing person in a list, and adds no other account of the same person', async () => {
  const added = (before: string[], after: string[]) =>
    othersAdded(
      open.db,
      { id: ada },
      before.map((id) => ({ id })),
      after,
      'do it',
    )
  expect(await added([ada], [ada.toUpperCase(), grace])).toBe(true)
  expect(await added([ada], [ada, second])).not.toBe(true)
  expect(await added([], [ada.toUpperCase()])).not.toBe(true)
})
