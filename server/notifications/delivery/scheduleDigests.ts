import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { type Db, inTransaction } from '../../db/database.ts'
import { dueImmediately } from '../outbox.ts'
import { loadSettings } from '../settings.ts'
import type { DeliveryContext } from './delivering.ts'
import { nextDigest } from './quietHours.ts'

const batchSize = 500

export const describeDigest = (notifications: number): string =>
  notifications === 1 ? 'Your summary: 1 notification' : `Your summary: ${notifications} notifications`

export async function scheduleDigests({ db, now }: Pick<DeliveryContext, 'db' | 'now'>): Promise<void> {
  const at = now()
  while ((await assignToDigests(db, at)) === batchSize);
  while ((await buildDigestBatch(db, at)) === batchSize);
}

async function assignToDigests(db: Db, now: Date): Promise<number> {
  const rows = await db
    .selectFrom('deliveries')
    .select(['id', 'person_id'])
    .where('status', '=', 'waiting')
    .where('digest', '=', true)
    .where('next_attempt_at', '=', dueImmediately)
    .limit(batchSize)
    .execute()
  if (rows.length === 0) return 0
  const settingsOf = await loadSettings(db, [...new Set(rows.map((row) => row.person_id!))])
  const [ids, until] = [rows.map(({ id }) => id), rows.map((row) => nextDigest(settingsOf(row.person_id!), now))]
  await sql`update deliveries set next_attempt_at = held.until
    from unnest(${ids}::uuid[], ${until}::timestamptz[]) held (id, until)
    where deliveries.id = held.id and status = 'waiting'`.execute(db)
  return rows.length
}

async function buildDigestBatch(db: Db, now: Date): Promise<number> {
  const dueRows = await db
    .selectFrom('deliveries')
    .select(['person_id', 'channel_id'])
    .distinct()
    .where('status', '=', 'waiting')
    .where('digest', '=', true)
    .where('digest_id', 'is', null)
    .where('next_attempt_at', '>', dueImmediately)
    .where('next_attempt_at', '<=', now)
    .limit(batchSize)
    .execute()
  for (const { person_id, channel_id } of dueRows) await inTransaction(db, (tx) => buildDigest(tx, person_id!, channel_id))
  return dueRows.length
}

async function buildDigest(tx: Db, personId: string, channelId: string): Promise<void> {
  const id = uuidv7()
  const waitingRows = await tx
    .selectFrom('deliveries')
    .select('id')
    .where('person_id', '=', personId)
    .where('status', '=', 'waiting')
    .where('digest', '=', true)
    .where('digest_id', 'is', null)
    .orderBy('number')
    .forUpdate()
    .execute()
  if (waitingRows.length === 0) return
  await tx
    .insertInto('deliveries')
    .values({
      id,
      channel_id: channelId,
      person_id: personId,
      kind: 'digest',
      subject_kind: 'digest',
      subject_id: personId,
      title: describeDigest(waitingRows.length),
      dedupe_key: `digest:${id}`,
      // People chose this hour themselves, so quiet hours don't apply.
      urgent: true,
      next_attempt_at: dueImmediately,
    })
    .execute()
  await tx
    .updateTable('deliveries')
    .set({ digest_id: id })
    .where(
      'id',
      'in',
      waitingRows.map((row) => row.id),
    )
    .execute()
}
