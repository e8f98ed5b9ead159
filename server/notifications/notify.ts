import { v7 as uuidv7 } from 'uuid'
import { chunks } from '../clients/chunks.ts'
import type { Db } from '../db/database.ts'
import { announce } from '../workflows/changes.ts'
import type { Notice } from './notice.ts'
import { writeOut } from './outbox.ts'

/** Notifies the active people among these, in the caller's transaction. */
export function notify(db: Db, personIds: string[], notice: Notice): Promise<void> {
  return notifyEach(
    db,
    personIds.map((personId) => ({ ...notice, personId })),
  )
}

/** PostgreSQL limits a statement to 65,535 values. */
const atOnce = 1_000

/** Notifies each active person with their own text and queues emails and messages, in the caller's transaction. */
export async function notifyEach(db: Db, notices: (Notice & { personId: string })[]): Promise<void> {
  for (const some of chunks(notices, atOnce)) await notifySome(db, some)
}

async function notifySome(db: Db, notices: (Notice & { personId: string })[]): Promise<void> {
  const personIds = [...new Set(notices.map(({ personId }) => personId))]
  const rows = await db.selectFrom('people').select('id').where('id', 'in', personIds).where('active', '=', true).execute()
  const active = new Set(rows.map(({ id }) => id))
  const reached = notices.filter(({ personId }) => active.has(personId))
  const added = reached.length > 0 ? await addNotices(db, reached) : new Set<string>()
  await writeOut(
    db,
    notices,
    reached.filter(({ personId, key }) => added.delete(nameOf(personId, key))),
  )
  if (active.size > 0) await announce(db, { kind: 'notification', id: notices[0]!.subjectId, people: [...active] })
}

const nameOf = (personId: string, key: string) => `${personId}/${key}`

async function addNotices(db: Db, notices: (Notice & { personId: string })[]): Promise<Set<string>> {
  const added = await db
    .insertInto('notifications')
    .values(
      notices.map((notice) => ({
        id: uuidv7(),
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
    .returning(['person_id', 'dedupe_key'])
    .execute()
  return new Set(added.map(({ person_id, dedupe_key }) => nameOf(person_id, dedupe_key)))
}
