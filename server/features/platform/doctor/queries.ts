import type { Db } from '../../../db/database.ts'
import type { DoctorReport } from './schemas.ts'

export async function loadReport(db: Db): Promise<DoctorReport | undefined> {
  const row = await db
    .selectFrom('doctor_report as r')
    .leftJoin('people as p', 'p.id', 'r.run_by')
    .selectAll('r')
    .select('p.display_name')
    .executeTakeFirst()
  if (!row) return undefined
  const since = new Map(row.failures.map((failure) => [failure.id, failure.since]))
  return {
    checkedAt: row.checked_at.toISOString(),
    checkedBy: row.display_name,
    previousAt: row.previous_at?.toISOString() ?? null,
    checks: row.checks.map((check) => ({ ...check, failedSince: since.get(check.id) ?? null })),
    resolved: row.resolved.map(({ id, category, title }) => ({ id, category, title })),
  }
}
