import type { Db } from '../db/database.ts'

/**
 * Locks the pending round of a request before a call locks the request itself, because votes lock them in this order. In the other order, an
 * edit and a vote would wait for each other until PostgreSQL ends one of them.
 */
export async function lockRound(db: Db, subjectKind: string, subjectId: string): Promise<void> {
  await db
    .selectFrom('approvals')
    .select('id')
    .where('subject_kind', '=', subjectKind)
    .where('subject_id', '=', subjectId)
    .where('status', '=', 'pending')
    .forUpdate()
    .execute()
}
