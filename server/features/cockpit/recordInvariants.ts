import { type Db, inTransaction } from '../../db/database.ts'
import { checkInvariants, type Invariant, invariants } from '../../db/invariants.ts'

const maxProblemLength = 500

/** Checks the invariants of the data and keeps what was found in place of what was found before. */
export async function recordInvariants(db: Db, now: Date, some: readonly Invariant[] = invariants): Promise<void> {
  const findings = await checkInvariants(db, some)
  await inTransaction(db, async (tx) => {
    const earlier = await tx.selectFrom('invariant_checks').select(['name', 'violated_since']).execute()
    const since = new Map(earlier.map(({ name, violated_since }) => [name, violated_since]))
    const checked = findings.map(({ name, rows, problem }) => ({
      name,
      checked_at: now,
      violations: rows.length,
      rows: JSON.stringify(rows),
      problem: problem?.slice(0, maxProblemLength) ?? null,
      // What could not be checked is as it was.
      violated_since: rows.length > 0 ? (since.get(name) ?? now) : problem === null ? null : (since.get(name) ?? null),
    }))
    const names = checked.map(({ name }) => name)
    await tx.deleteFrom('invariant_checks').where('name', 'not in', names).execute()
    await tx
      .insertInto('invariant_checks')
      .values(checked)
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet(({ ref }) => ({
          checked_at: ref('excluded.checked_at'),
          violations: ref('excluded.violations'),
          rows: ref('excluded.rows'),
          problem: ref('excluded.problem'),
          violated_since: ref('excluded.violated_since'),
        })),
      )
      .execute()
  })
}
