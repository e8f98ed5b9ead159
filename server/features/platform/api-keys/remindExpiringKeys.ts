import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { notify } from '../../../notifications/notify.ts'
import { nextReminder } from '../../access/assignments/reminders.ts'

const batchSize = 200
const day = 86_400_000

/** Returns the time of the next reminder, then of the expiry; null after the expiry. */
export function nextReminderAt(expiresAt: Date, now: Date): Date | null {
  return nextReminder(expiresAt, now) ?? (expiresAt > now ? expiresAt : null)
}

export const describeExpiry = (key: string, days: number): string =>
  `API key ${key} expires ${days > 1 ? `in ${days} days` : 'within a day'}`

/**
 * Reminds the owner of an API key 14 days and 1 day before it expires, and records the expiry in the audit trail. If the owner has left,
 * the creator of the key gets the reminder. Runs every minute.
 */
export function remindExpiringKeys({ db, now }: { db: Db; now: () => Date }): Promise<void> {
  return inTransaction(db, (tx) => remindBatch(tx, now()))
}

async function remindBatch(db: Db, now: Date): Promise<void> {
  const dueRows = await db
    .selectFrom('api_keys as k')
    .innerJoin('people as p', 'p.id', 'k.owner_id')
    .select(['k.id', 'k.name', 'k.expires_at', 'k.owner_id', 'k.created_by', 'p.active'])
    .where('k.revoked_at', 'is', null)
    .where('k.remind_at', '<=', now)
    .orderBy('k.remind_at')
    .limit(batchSize)
    .forUpdate('k')
    .skipLocked()
    .execute()
  for (const { id, name, expires_at, owner_id, created_by, active } of dueRows) {
    await updateRow(db, 'api_keys', id, { remind_at: nextReminderAt(expires_at, now) })
    if (expires_at <= now) {
      await recordSystemEvent(db, {
        action: 'apiKeyExpired',
        subject: { kind: 'apiKey', id },
        after: { name, expiresAt: expires_at },
        reason: 'The key expired and no longer works.',
      })
      continue
    }
    const days = Math.ceil((expires_at.getTime() - now.getTime()) / day)
    await notify(db, [active ? owner_id : created_by], {
      kind: 'apiKeyEnds',
      subjectKind: 'apiKey',
      subjectId: id,
      title: describeExpiry(name, days),
      body: 'Ask an administrator for a new key. Replace this key wherever it is used, then ask the administrator to revoke it.',
      key: `apiKeyEnds:${id}:${days > 1 ? 14 : 1}`,
    })
  }
}
