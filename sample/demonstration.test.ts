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
    const sandboxRuns = await db.selectFrom('work_runs').select('reference').where('subject_kind', '=', 'sandboxAction').execute()
    expect(sandboxRuns.length).toBeGreaterThan(0)
    expect(sandboxRuns).not.toContainEqual({ reference: null })
    const steps = await db.selectFrom('work_steps').selectAll().where('started_at', 'is not', null).orderBy('position').execute()
    expect(steps.length).toBeGreaterThan(0)
    for (const run of Map.groupBy(steps, ({ run_id }) => run_id).values()) {
      expect(run.slice(1).map(({ started_at }) => started_at)).toEqual(run.slice(0, -1).map(({ ended_at }) => ended_at))
      expect(new Set(run.map(({ started_at }) => started_at!.getTime())).size).toBe(run.length)
    }
    expect(findings.filter(({ rows, problem }) => rows.length > 0 || problem !== null)).toEqual([])
  } finally {
    await close()
    await database.drop()
  }
})
