import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { Failure } from '../errors.ts'
import { failureOf } from '../http/failures.ts'
import { loadCurrentAccess } from './currentAccess.ts'
import type { Evidence, ExternalFacts } from './evidence.ts'
import type { ApprovalSubject } from './subject.ts'

interface EvidenceContext {
  db: Db
  now: Date
  externalFacts?: ExternalFacts | undefined
}
interface EvidencedApproval {
  id: string
  subject_id: string
}

export async function loadEvidence(
  { db, now, externalFacts }: EvidenceContext,
  subject: ApprovalSubject,
  { id, subject_id: subjectId }: EvidencedApproval,
): Promise<Evidence> {
  const [evidence, holds] = await Promise.all([
    subject.evidence({ db, now, externalFacts: externalFacts?.get(id) }, subjectId),
    loadCurrentAccess(db, id),
  ])
  // A request that was sent back has several approvals; the latest one represents it.
  const similar = evidence.similar ?? []
  const uniqueSimilar = similar.filter(({ id }, index) => similar.findIndex((one) => one.id === id) === index)
  const deciders = await loadApprovers(
    db,
    subject.kind,
    uniqueSimilar.map(({ id }) => id),
  )
  return { ...evidence, similar: uniqueSimilar.map((one) => ({ ...one, decidedBy: deciders.get(one.id) ?? [] })), holds }
}

async function loadApprovers(db: Db, kind: string, subjectIds: string[]): Promise<Map<string, string[]>> {
  if (subjectIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; names: string[] }>`
    select a.subject_id as id, array_agg(p.display_name order by d.decided_at) as names
    from approvals a join approval_decisions d on d.approval_id = a.id join people p on p.id = d.approver_id
    where a.subject_kind = ${kind} and a.subject_id = any (${subjectIds}::uuid[]) and a.status <> 'cancelled' group by 1`.execute(db)
  return new Map(rows.map(({ id, names }) => [id, [...new Set(names)]]))
}

/**
 * Must run before the decision changes the subject. Without evidence, a request is neither decided nor edited.
 * @throws evidenceFailed
 */
export async function recordEvidence(context: EvidenceContext, subject: ApprovalSubject, approval: EvidencedApproval): Promise<void> {
  try {
    const evidence = await loadEvidence(context, subject, approval)
    await context.db
      .insertInto('approval_evidence')
      .values({ approval_id: approval.id, evidence: JSON.stringify(evidence, withStorableText) })
      .execute()
  } catch (error) {
    if (failureOf(error).code !== 'internal') throw error
    throw new Failure(
      'evidenceFailed',
      'The evidence for this request couldn’t be recorded, so nothing was changed. Try again in a minute; if it fails again, send the request ID to the platform team.',
      { cause: error },
    )
  }
}

/** Text of external systems can have characters that PostgreSQL can't store in JSON. */
const withStorableText = (_: string, value: unknown) => (typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value)

export async function findRecordedEvidence(db: Db, approvalId: string): Promise<Evidence | undefined> {
  const row = await db.selectFrom('approval_evidence').select('evidence').where('approval_id', '=', approvalId).executeTakeFirst()
  return row?.evidence as Evidence | undefined
}
