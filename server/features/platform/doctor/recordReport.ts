import { sql } from 'kysely'
import { deterministicGuid } from '../../../clients/deterministicGuid.ts'
import type { Db } from '../../../db/database.ts'
import type { CheckFailure } from '../../../db/jsonTypes.ts'
import { notify } from '../../../notifications/notify.ts'
import { administrators } from '../../../people/administrators.ts'
import { publishChange } from '../../../workflows/changes.ts'
import { compareFailures } from './failures.ts'
import { loadReport } from './queries.ts'
import type { DoctorCheck, DoctorReport } from './schemas.ts'
import { installationSubject } from './subject.ts'

interface NewReport {
  checks: readonly DoctorCheck[]
  checkedAt: Date
  /** Null for the daily check. */
  runBy: string | null
}

const maxNamed = 5

/**
 * Stores a report in the place of the previous one, and notifies administrators once of each new failure. If a newer report is
 * already stored, nothing changes.
 * @returns the stored report
 */
export async function recordReport(tx: Db, { checks, checkedAt, runBy }: NewReport): Promise<DoctorReport> {
  // Two reports at the same time would both notify of the same failure.
  await sql`select pg_advisory_xact_lock(hashtextextended('slipway doctor report', 0))`.execute(tx)
  const previous = await tx.selectFrom('doctor_report').select(['checked_at', 'failures']).executeTakeFirst()
  if (!previous || previous.checked_at < checkedAt) {
    const { failures, added, resolved } = compareFailures(checks, previous?.failures ?? [], checkedAt)
    const row = {
      checked_at: checkedAt,
      run_by: runBy,
      previous_at: previous?.checked_at ?? null,
      checks: JSON.stringify(checks),
      failures: JSON.stringify(failures),
      resolved: JSON.stringify(resolved),
    }
    await tx
      .insertInto('doctor_report')
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute()
    if (added.length > 0) await notifyOf(tx, added, checkedAt)
    await publishChange(tx, { kind: installationSubject.kind, id: installationSubject.kind })
  }
  return (await loadReport(tx))!
}

async function notifyOf(tx: Db, added: readonly CheckFailure[], checkedAt: Date): Promise<void> {
  const named = added.slice(0, maxNamed).map(({ title, category }) => `${title} (${category})`)
  const rest = added.length - named.length
  await notify(tx, await administrators(tx), {
    kind: 'doctorFailure',
    subjectKind: installationSubject.kind,
    subjectId: deterministicGuid('installation', 'doctor'),
    title: added.length === 1 ? `Doctor found a problem: ${added[0]!.title}` : `Doctor found ${added.length} new problems`,
    body: `${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}. Open Doctor in the cockpit to see how to fix it.`,
    key: `doctorFailure:${checkedAt.toISOString()}`,
  })
}
