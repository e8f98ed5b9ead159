import { sql } from 'kysely'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../db/database.ts'
import { notify } from '../../../notifications/notify.ts'
import { publishChanges } from '../../../workflows/changes.ts'

export async function revokeKeysOfLeavers(db: Db, now: Date): Promise<void> {
  const revoked = await db
    .updateTable('api_keys')
    .set({ revoked_at: now, version: sql`version + 1` })
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('owner_id', 'in', (eb) => eb.selectFrom('people').select('id').where('active', '=', false))
    .returning(['id', 'name', 'owner_id', 'created_by'])
    .execute()
  await recordSystemEvent(
    db,
    ...revoked.map(({ id, name, owner_id }) => ({
      action: 'apiKeyRevoked' as const,
      subject: { kind: 'apiKey', id },
      before: { name, ownerId: owner_id },
      after: { state: 'revoked' },
      reason: 'The owner was disabled in the directory.',
    })),
  )
  await publishChanges(
    db,
    revoked.map(({ id }) => ({ kind: 'apiKey', id })),
  )
  for (const { id, name, created_by } of revoked)
    await notify(db, [created_by], {
      kind: 'apiKeyEnds',
      subjectKind: 'apiKey',
      subjectId: id,
      title: `API key ${name} revoked`,
      body: 'The owner was disabled in the directory, so the key no longer works. Generate another key with an active owner.',
      key: `apiKeyRevoked:${id}`,
    })
}
