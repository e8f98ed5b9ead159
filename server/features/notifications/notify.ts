import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import { announce } from '../../jobs/changes.ts'

export interface Notice {
  kind: string
  subjectKind: string
  subjectId: string
  /** Plain text; what a requester typed stays text wherever it is shown. */
  title: string
  body: string
  /** The same key reaches a person once, however often the sender runs. */
  key: string
}

/** Leaves a notice for each active person, in the caller's transaction. */
export function notify(db: Db, personIds: string[], notice: Notice): Promise<void> {
  return notifyEach(
    db,
    personIds.map((personId) => ({ ...notice, personId })),
  )
}

/** Leaves each active person a notice of their own, in the caller's transaction. */
export async function notifyEach(db: Db, notices: (Notice & { personId: string })[]): Promise<void> {
  if (notices.length === 0) return
  const personIds = [...new Set(notices.map(({ personId }) => personId))]
  const active = await db.selectFrom('people').select('id').where('id', 'in', personIds).where('active', '=', true).execute()
  if (active.length === 0) return
  await db
    .insertInto('notifications')
    .values(
      notices
        .filter(({ personId }) => active.some(({ id }) => id === personId))
        .map((notice) => ({
          id: randomUUIDv7(),
          person_id: notice.personId,
          kind: notice.kind,
          subject_kind: notice.subjectKind,
          subject_id: notice.subjectId,
          title: notice.title,
          body: notice.body,
          dedupe_key: notice.key,
          read_at: null,
        })),
    )
    .onConflict((conflict) => conflict.columns(['person_id', 'dedupe_key']).doNothing())
    .execute()
  await announce(db, { kind: 'notification', id: notices[0]!.subjectId, people: active.map(({ id }) => id) })
}
