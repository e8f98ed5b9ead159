import { type RawBuilder, sql } from 'kysely'
import { type Approval, loadApprovals } from '../../../approvals/presentApproval.ts'
import { findApprovalSubject } from '../../../approvals/subject.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import type { ApprovalItem } from './schemas.ts'
import type { SubjectSummary } from './subjects.ts'

export async function loadApprovalItems(
  { db, actor, now }: { db: Db; actor: Person; now: Date },
  condition: RawBuilder<boolean>,
  order?: RawBuilder<unknown>,
  limit?: number,
): Promise<ApprovalItem[]> {
  const approvals = await loadApprovals(db, actor, condition, order, limit, now)
  const subjects = await Promise.all(
    [...Map.groupBy(approvals, ({ subjectKind }) => subjectKind)].map(async ([kind, each]) => {
      const ids = each.map(({ subjectId }) => subjectId)
      const summaries = await findApprovalSubject(kind).summaries({ db, actor, now }, ids)
      return summaries.map((summary) => [summary.id, { kind, summary } as SubjectSummary] as const)
    }),
  )
  const rowsById = new Map(subjects.flat())
  const warnings = await countSeriousWarnings(db, approvals, now)
  return approvals.map((approval) => ({
    ...approval,
    subject: rowsById.get(approval.subjectId) ?? null,
    seriousWarnings: warnings.get(approval.id) ?? 0,
  }))
}

/** One query counts the warnings of all approvals, because the evidence would need several queries for each of them. */
async function countSeriousWarnings(db: Db, approvals: readonly Approval[], now: Date): Promise<Map<string, number>> {
  const pending = approvals.filter(({ status }) => status === 'pending')
  const counts = [...new Set(pending.map(({ subjectKind }) => subjectKind))].map(
    (kind) => sql`when a.subject_kind = ${kind} then ${findApprovalSubject(kind).seriousWarnings(now)}`,
  )
  if (counts.length === 0) return new Map()
  const { rows } = await sql<{ id: string; warnings: number }>`select a.id, case ${sql.join(counts, sql` `)} else 0 end as warnings
    from approvals a where a.id = any (${pending.map(({ id }) => id)}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, warnings }) => [id, warnings]))
}
