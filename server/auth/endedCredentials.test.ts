import { afterAll, beforeAll, expect, it } from 'vitest'
import { personOf } from '../../test/personOf.ts'
import { createTestDatabase, type TestDatabase } from '../../test/postgres.ts'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import type { Person } from './actor.ts'
import { endedCredentials } from './endedCredentials.ts'
import { createSession, endSession, findSessions } from './session.ts'

let database: TestDatabase
let open: OpenDatabase
let [ada, grace] = ['', '']
beforeAll(async () => {
  database = await createTestDatabase()
  open = openDatabase(database.url, { max: 2 })
  const people = await open.db.selectFrom('people').select('id').where('active', '=', true).orderBy('id').limit(2).execute()
  ;[ada, grace] = people.map(({ id }) => id) as [string, string]
})
afterAll(async () => {
  await open.close()
  await database.drop()
})

const start = new Date('2026-01-01T00:00:00Z')
const timeAfter = (seconds: number) => new Date(start.getTime() + seconds * 1_000)
const findEnded = (people: Person[], seconds = 0, idleSeconds = 100_000) =>
  endedCredentials({ db: open.db, config: { session: { idleSeconds } } as never, now: () => timeAfter(seconds) }, people)

async function session(personId: string) {
  const { token } = await createSession(open.db, { personId, roles: [], userAgent: undefined, accessToken: null, now: start })
  const sessions = await findSessions(open.db, [token], { now: start, idleSeconds: 1_000, stepUpMinutes: 1 })
  return { token, person: sessions.get(token)!.person }
}
const bearer = (id: string, endsAt?: Date): Person => ({ ...personOf(id), credential: `bearer:${id}`, ...(endsAt ? { endsAt } : {}) })

it('doesn’t run a query without credentials', async () => {
  expect(await findEnded([])).toEqual(new Set())
})

it('finds sessions that ended, expired or timed out, and no others of the same person', async () => {
  const [firstSession, otherSession] = [await session(ada), await session(ada)]
  expect(await findEnded([firstSession.person, otherSession.person])).toEqual(new Set())
  await endSession(open.db, firstSession.token, timeAfter(1))
  expect(await findEnded([firstSession.person, otherSession.person], 2)).toEqual(new Set([firstSession.person.credential]))
  expect(await findEnded([otherSession.person], 99, 100)).toEqual(new Set())
  expect(await findEnded([otherSession.person], 100, 100)).toEqual(new Set([otherSession.person.credential]))
  const lifetimeSeconds = (otherSession.person.endsAt!.getTime() - start.getTime()) / 1_000
  expect(await findEnded([otherSession.person], lifetimeSeconds - 1, lifetimeSeconds * 2)).toEqual(new Set())
  expect(await findEnded([otherSession.person], lifetimeSeconds, lifetimeSeconds * 2)).toEqual(new Set([otherSession.person.credential]))
})

it('finds sessions and tokens of disabled people', async () => {
  const ownSession = await session(grace)
  expect(await findEnded([ownSession.person, bearer(grace), bearer(ada)])).toEqual(new Set())
  await open.db.updateTable('people').set({ active: false }).where('id', '=', grace).execute()
  expect(await findEnded([ownSession.person, bearer(grace), bearer(ada)])).toEqual(
    new Set([ownSession.person.credential, bearer(grace).credential]),
  )
  await open.db.updateTable('people').set({ active: true }).where('id', '=', grace).execute()
})

it('finds a token that has expired', async () => {
  expect(await findEnded([bearer(ada, timeAfter(10))], 9)).toEqual(new Set())
  expect(await findEnded([bearer(ada, timeAfter(10))], 10)).toEqual(new Set([bearer(ada).credential]))
})
