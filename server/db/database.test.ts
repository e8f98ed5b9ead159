import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openFakePostgres } from '../../test/fakePostgres.ts'
import { openDatabase } from './database.ts'
import { isUnavailable } from './unavailable.ts'

it('gives up on a new connection whose first statement gets no response', { timeout: 25_000 }, async () => {
  const server = await openFakePostgres({ answer: 'mute' })
  const { db, pool, close } = openDatabase(server.url, { max: 1 })
  const error = await sql`select 1`.execute(db).catch((failure: unknown) => failure)
  expect(isUnavailable(error)).toBe(true)
  expect(pool.totalCount).toBe(0)
  await close()
  server.close()
})
