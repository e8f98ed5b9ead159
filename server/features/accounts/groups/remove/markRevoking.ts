import { type RawBuilder, sql } from 'kysely'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../../db/database.ts'
import type { GrantStatus } from '../../../../db/tables.ts'

export const live: GrantStatus[] = ['scheduled', 'granting', 'active']

/** Marks live assignments as ending. Scheduled ones had not started, so they are revoked immediately. */
export function markRevoking(db: Db, which: RawBuilder<boolean>, now: Date): Promise<Marked[]> {
  return db
    .updateTable('group_assignments')
    .set({ status: sql<GrantStatus>`case when status = 'scheduled' then 'revoked' else 'revoking' end`, updated_at: now })
    .where('status', 'in', live)
    .where(which)
    .returning(['id', 'status', 'group_id', 'person_id'])
    .execute()
}

interface Marked {
  id: string
  status: GrantStatus
  group_id: string
  person_id: string
}

/** Records ends that the schedule or another ending caused; a person's own decision is audited by its call. */
export function auditEnding(db: Db, marked: readonly Marked[], action: 'accessExpired' | 'accessWithdrawn', reason: string): Promise<void> {
  return recordSystemEvent(
    db,
    ...marked.map(({ id, status, group_id, person_id }) => ({
      action,
      subject: { kind: 'groupAssignment', id },
      after: { status, groupId: group_id, personId: person_id },
      reason,
    })),
  )
}
