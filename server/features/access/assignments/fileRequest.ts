import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { cancelApproval, type Opened, openApproval } from '../../../approvals/openApproval.ts'
import type { ApprovalFacts, ApprovalSubject } from '../../../approvals/subject.ts'
import type { Db } from '../../../db/database.ts'
import { bumped, updateRow } from '../../../db/rows.ts'
import type { RequestConflict } from '../../../db/tables.ts'
import type { Jobs } from '../../../workflows/jobs.ts'

interface Filed {
  group: { id: string; name: string }
  requester: { id: string; displayName: string }
  justification: string
  durationHours: number | null
  extends: string | null
  conflicts: RequestConflict[]
  facts: ApprovalFacts
}

interface Context {
  db: Db
  jobs: Jobs
  now: Date
}

/** Stores an access request and opens its approval. Permissions are checked by the caller. */
export async function fileRequest(
  context: Context,
  subject: ApprovalSubject,
  request: Filed,
): Promise<{ id: string; reference: string; ruling: Opened }> {
  const { db, now } = context
  const { group, requester, facts } = request
  const id = uuidv7()
  const number = await sql<{ n: number }>`select nextval('access_request_number') as n`.execute(db)
  const reference = `AXS-${now.getUTCFullYear()}-${String(number.rows[0]!.n).padStart(4, '0')}`
  await db
    .insertInto('access_requests')
    .values({
      id,
      reference,
      group_id: group.id,
      requester_id: requester.id,
      justification: request.justification.trim(),
      duration_hours: request.durationHours,
      extends_assignment_id: request.extends,
      conflicts: JSON.stringify(request.conflicts),
      status: 'pending_approval',
      submitted_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const ruling = await openApproval(context, subject, { subjectId: id, requesterId: requester.id, facts })
  return { id, reference, ruling }
}

interface Changed {
  row: { id: string; requester_id: string }
  justification: string
  durationHours: number | null
  facts: ApprovalFacts
}

export async function resend(
  context: Context,
  subject: ApprovalSubject,
  { row, justification, durationHours, facts }: Changed,
): Promise<Opened> {
  const { db, now } = context
  await cancelApproval(db, subject.kind, row.id, now)
  await updateRow(db, 'access_requests', row.id, {
    justification: justification.trim(),
    duration_hours: durationHours,
    status: 'pending_approval',
    version: sql`version + 1`,
    submitted_at: now,
    updated_at: now,
  })
  return openApproval(context, subject, { subjectId: row.id, requesterId: row.requester_id, facts })
}

export async function takeRequestBack(db: Db, kind: string, id: string, now: Date): Promise<void> {
  await cancelApproval(db, kind, id, now)
  await updateRow(db, 'access_requests', id, { status: 'cancelled', ...bumped(now) })
}
