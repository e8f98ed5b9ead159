import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { cancelApproval } from '../../approvals/openApproval.ts'
import type { ApprovalFacts } from '../../approvals/subject.ts'
import type { Db } from '../../db/database.ts'
import type { RequestConflict } from '../../db/tables.ts'
import { requestKindOf, sendAccessForApproval } from './submit.ts'

interface Filed {
  group: { id: string; name: string }
  requester: { id: string; displayName: string }
  justification: string
  durationHours: number | null
  /** The assignment it asks to lengthen. */
  extends: string | null
  conflicts: RequestConflict[]
  facts: ApprovalFacts
  now: Date
}

/** Writes a request for access down and opens its approval; who may ask for what has been decided by then. */
export async function fileRequest(db: Db, request: Filed): Promise<{ id: string; reference: string }> {
  const { group, requester, facts, now } = request
  const id = randomUUIDv7()
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
  await sendAccessForApproval(db, { id, reference, requester, groupName: group.name, extends: request.extends, facts, now })
  return { id, reference }
}

interface Changed {
  row: { id: string; reference: string; group_name: string; extends_assignment_id: string | null }
  requester: { id: string; displayName: string }
  justification: string
  durationHours: number | null
  facts: ApprovalFacts
  now: Date
}

/** Changes a locked request and sends it again: votes given so far are set aside. */
export async function sendAgain(db: Db, { row, requester, justification, durationHours, facts, now }: Changed): Promise<void> {
  await cancelApproval(db, requestKindOf({ kind: facts.sandboxId ? 'sandbox' : 'account' }), row.id, now)
  await db
    .updateTable('access_requests')
    .set({
      justification: justification.trim(),
      duration_hours: durationHours,
      status: 'pending_approval',
      version: sql`version + 1`,
      submitted_at: now,
      updated_at: now,
    })
    .where('id', '=', row.id)
    .execute()
  const { id, reference, group_name: groupName, extends_assignment_id: extended } = row
  await sendAccessForApproval(db, { id, reference, requester, groupName, extends: extended, facts, now })
}

/** Takes a locked request back before it is decided. */
export async function takeRequestBack(db: Db, kind: string, id: string, now: Date): Promise<void> {
  await cancelApproval(db, kind, id, now)
  await db
    .updateTable('access_requests')
    .set({ status: 'cancelled', version: sql`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute()
}
