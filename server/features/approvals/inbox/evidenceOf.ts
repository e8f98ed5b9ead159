import { sql } from 'kysely'
import type { Evidence } from '../../../approvals/evidence.ts'
import { findApprovalSubject } from '../../../approvals/subject.ts'
import type { Db } from '../../../db/database.ts'
import { loadCurrentAccess } from './currentAccess.ts'
import { loadReach } from './reach.ts'
import type { ApprovalItem } from './schemas.ts'
import type { SubjectSummary } from './subjects.ts'

export async function evidenceOf(
  context: { db: Db; now: Date; externalFacts?: unknown },
  item: ApprovalItem,
  { kind, summary }: SubjectSummary,
): Promise<Evidence> {
  const { db } = context
  const target = await db.selectFrom('approvals').select(['account_id', 'sandbox_id']).where('id', '=', item.id).executeTakeFirstOrThrow()
  const [subjectEvidence, holds, reachEvidence] = await Promise.all([
    findApprovalSubject(kind).evidence(context, summary),
    loadCurrentAccess(db, item.id),
    loadReach(db, { accountId: target.account_id, sandboxId: target.sandbox_id }),
  ])
  // A request that was sent back has several approvals; the latest one represents it.
  const uniqueSimilar = subjectEvidence.similar.filter(
    ({ id }, index) => subjectEvidence.similar.findIndex((one) => one.id === id) === index,
  )
  const deciders = await loadApprovers(
    db,
    kind,
    uniqueSimilar.map(({ id }) => id),
  )
  const similar = uniqueSimilar.map((one) => ({ ...one, decidedBy: deciders.get(one.id) ?? [] }))
  return { ...subjectEvidence, similar, holds, reach: reachEvidence }
}

async function loadApprovers(db: Db, kind: string, subjectIds: string[]): Promise<Map<string, string[]>> {
  if (subjectIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; names: string[] }>`
    select a.subject_id as id, array_agg(p.display_name order by d.decided_at) as names
    from approvals a join approval_decisions d on d.approval_id = a.id join people p on p.id = d.approver_id
    where a.subject_kind = ${kind} and a.subject_id = any (${subjectIds}::uuid[]) and a.status <> 'cancelled' group by 1`.execute(db)
  return new Map(rows.map(({ id, names }) => [id, [...new Set(names)]]))
}
