import { withdrawEndedRequests } from '../../../approvals/withdrawEndedRequests.ts'
import { deterministicGuid } from '../../../clients/deterministicGuid.ts'
import type { Context } from '../../../context.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { checkInvariants, type Invariant, invariants } from '../../../db/invariants.ts'
import { notify } from '../../../notifications/notify.ts'
import { administrators } from '../../../people/administrators.ts'

const maxProblemLength = 500

/** Obsolete requests are withdrawn first. Otherwise they would count as violations until the next scheduled withdrawal. */
export async function withdrawAndRecordInvariants({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await inTransaction(db, (tx) => withdrawEndedRequests(tx, {}, now()))
  await recordInvariants(db, now())
}

export async function recordInvariants(db: Db, now: Date, invariantList: readonly Invariant[] = invariants): Promise<void> {
  const findings = await checkInvariants(db, invariantList)
  await inTransaction(db, async (tx) => {
    const earlierChecks = await tx.selectFrom('invariant_checks').select(['name', 'violated_since']).execute()
    const sinceByName = new Map(earlierChecks.map(({ name, violated_since }) => [name, violated_since]))
    const checkedInvariants = findings.map(({ name, rows, problem }) => ({
      name,
      checked_at: now,
      violations: rows.length,
      rows: JSON.stringify(rows),
      problem: problem?.slice(0, maxProblemLength) ?? null,
      // An invariant that could not be checked keeps its previous status.
      violated_since: rows.length > 0 ? (sinceByName.get(name) ?? now) : problem === null ? null : (sinceByName.get(name) ?? null),
    }))
    const names = checkedInvariants.map(({ name }) => name)
    await tx.deleteFrom('invariant_checks').where('name', 'not in', names).execute()
    await tx
      .insertInto('invariant_checks')
      .values(checkedInvariants)
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
    const recipients = await administrators(tx)
    for (const { name, rule, rows } of findings) {
      if (rows.length === 0) continue
      await notify(tx, recipients, {
        kind: 'invariantViolated',
        subjectKind: 'invariant',
        subjectId: deterministicGuid('invariant', name),
        title: 'The data violates an invariant',
        body: `${rule} Number of violating rows: ${rows.length}. Open the cockpit to see them.`,
        // The key makes one notification per violation, although every check finds the violation again.
        key: `invariantViolated:${name}:${(sinceByName.get(name) ?? now).toISOString()}`,
      })
    }
  })
}
