import type { RawBuilder } from 'kysely'
import { loadApprovals } from '../../../approvals/presentApproval.ts'
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
  return approvals.map((approval) => ({ ...approval, subject: rowsById.get(approval.subjectId) ?? null }))
}
