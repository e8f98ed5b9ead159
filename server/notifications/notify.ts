import { v7 as uuidv7 } from 'uuid'
import { chunks } from '../clients/chunks.ts'
import type { Db } from '../db/database.ts'
import { publishChange } from '../workflows/changes.ts'
import type { Notification } from './notification.ts'
import { queueDeliveries } from './outbox.ts'

/** Notifies the people in the list who are active, in the caller's transaction. */
export function notify(db: Db, personIds: string[], notification: Notification): Promise<void> {
  return notifyEach(
    db,
    personIds.map((personId) => ({ ...notification, personId })),
  )
}

/** PostgreSQL limits a statement to 65,535 values. */
const batchSize = 1_000

/** Notifies each active person with their own text and queues emails and messages, in the caller's transaction. */
export async function notifyEach(db: Db, notifications: (Notification & { personId: string })[]): Promise<void> {
  for (const batch of chunks(notifications, batchSize)) await notifyBatch(db, batch)
}

async function notifyBatch(db: Db, notifications: (Notification & { personId: string })[]): Promise<void> {
  const personIds = [...new Set(notifications.map(({ personId }) => personId))]
  const rows = await db.selectFrom('people').select('id').where('id', 'in', personIds).where('active', '=', true).execute()
  const active = new Set(rows.map(({ id }) => id))
  const deliverable = notifications.filter(({ personId }) => active.has(personId))
  const addedIds = deliverable.length > 0 ? await addNotifications(db, deliverable) : new Set<string>()
  await queueDeliveries(
    db,
    notifications,
    deliverable.filter(({ personId, key }) => addedIds.delete(nameOf(personId, key))),
  )
  if (active.size > 0) await publishChange(db, { kind: 'notification', id: notifications[0]!.subjectId, people: [...active] })
}

const nameOf = (personId: string, key: string) => `${personId}/${key}`

async function addNotifications(db: Db, notifications: (Notification & { personId: string })[]): Promise<Set<string>> {
  const addedIds = await db
    .insertInto('notifications')
    .values(
      notifications.map((notification) => ({
        id: uuidv7(),
        person_id: notification.personId,
        kind: notification.kind,
        subject_kind: notification.subjectKind,
        subject_id: notification.subjectId,
        title: notification.title,
        body: notification.body,
        dedupe_key: notification.key,
        read_at: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['person_id', 'dedupe_key']).doNothing())
    .returning(['person_id', 'dedupe_key'])
    .execute()
  return new Set(addedIds.map(({ person_id, dedupe_key }) => nameOf(person_id, dedupe_key)))
}
