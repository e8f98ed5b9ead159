import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from '../server/db/database.ts'
import { checkInvariants, invariants } from '../server/db/invariants.ts'
import { createTestDatabase } from '../test/postgres.ts'
import { seed } from './seed.ts'

it('satisfies the data invariants, even with failed and unfinished runs', async () => {
  const database = await createTestDatabase()
  const { db, close } = openDatabase(database.url, { max: 1 })
  try {
    await seed(database.url, { issuer: 'https://login.example', demonstration: true })
    // A schedule opens ownership gaps in the first minutes of a server.
    const findings = await checkInvariants(
      db,
      invariants.filter(({ name }) => name !== 'owner-gap-is-open'),
    )
    const unscored = await sql`select subject_kind, id from approvals where status = 'pending' and facts->'risk'->'score' is null`.execute(
      db,
    )
    expect(unscored.rows).toEqual([])
    expect(findings.filter(({ rows, problem }) => rows.length > 0 || problem !== null)).toEqual([])
  } finally {
    await close()
    await database.drop()
  }
})
