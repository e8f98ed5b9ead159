import { type RawBuilder, sql } from 'kysely'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../../db/database.ts'
import type { GrantStatus } from '../../../../db/tables.ts'

export const liveStatuses: GrantStatus[] = ['scheduled', 'granting', 'active']

/** Scheduled assignments have not started, so they are revoked immediately. */
export function markRevoking(db: Db, filter: RawBuilder<boolean>, now: Date): Promise<MarkedAssignment[]> {
  return db
    .updateTable('group_assignments')
    .set({ status: sql<GrantStatus>`case when status = 'scheduled' then 'revoked' else 'revoking' end`, updated_at: now })
    .where('status', 'in', liveStatuses)
    .where(filter)
    .returning(['id', 'status', 'group_id', 'person_id'])
    .execute()
}

interface MarkedAssignment {
  id: string
  status: GrantStatus
  group_id: string
  person_id: string
}

/**
 * Records revocations that a schedule or another change caused. If a person decided on the revocation, that person's call already records
 * it.
 */
export function auditEnding(
  db: Db,
  markedAssignments: readonly MarkedAssignment[],
  action: 'accessExpired' | 'accessWithdrawn',
  reason: string,
): Promise<void> {
  return recordSystemEvent(
    db,
    ...markedAssignments.map(({ id, status, group_id, person_id }) => ({
      action,
      subject: { kind: 'groupAssignment', id },
      after: { status, groupId: group_id, personId: person_id },
      reason,
    })),
  )
}
