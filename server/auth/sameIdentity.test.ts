import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { canAddPeople, excludesActor, findLinkedUsers, isSameIdentity } from './sameIdentity.ts'

const [ada, secondAda, grace] = [randomUUID(), randomUUID(), randomUUID()]
let database: TestDatabase
let open: OpenDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  open = openDatabase(database.url, { max: 2 })
  const person = { issuer: 'https://issuer.example', tenant_id: randomUUID(), email: null, user_principal_name: null, department: null }
  const otherColumns = { job_title: null, manager_id: null, directory_checked_at: null, signed_in_at: null }
  await open.db
    .insertInto('people')
    .values([
      { ...person, ...otherColumns, id: ada, display_name: 'Ada', employee_id: 'same-human-1' },
      { ...person, ...otherColumns, id: secondAda, display_name: 'Ada (admin)', employee_id: 'same-human-1' },
      { ...person, ...otherColumns, id: grace, display_name: 'Grace', employee_id: 'same-human-2' },
    ])
    .execute()
})
afterAll(async () => {
  await open.close()
  await database.drop()
})

it('links a person’s user accounts by employee number', async () => {
  expect(await isSameIdentity(open.db, ada, secondAda)).toBe(true)
  expect(await isSameIdentity(open.db, ada, grace)).toBe(false)
  expect((await findLinkedUsers(open.db, secondAda)).map(({ id }) => id).sort()).toEqual([ada, secondAda].sort())
})

it.each([
  ['an empty list', [], true],
  ['another person', [grace], true],
  ['an unknown person', [randomUUID()], true],
  ['the actor', [ada], 'You can’t do it. Ask someone else to do it.'],
  [
    'another user account of the actor',
    [grace, secondAda],
    'You can’t do it. Ada (admin) is another user account of yours. Ask someone else to do it.',
  ],
  ['both user accounts of the actor', [secondAda, ada], 'You can’t do it. Ask someone else to do it.'],
])('returns whether the caller can act on %s', async (_title, ids, verdict) => {
  expect(await excludesActor(open.db, { id: ada }, ids, 'do it')).toBe(verdict)
})

it('allows actors who are in a list to stay, but not to add any of their user accounts', async () => {
  const findAdded = (before: string[], after: string[]) =>
    canAddPeople(
      open.db,
      { id: ada },
      before.map((id) => ({ id })),
      after,
      'do it',
    )
  expect(await findAdded([ada], [ada.toUpperCase(), grace])).toBe(true)
  expect(await findAdded([ada], [ada, secondAda])).not.toBe(true)
  expect(await findAdded([], [ada.toUpperCase()])).not.toBe(true)
})
