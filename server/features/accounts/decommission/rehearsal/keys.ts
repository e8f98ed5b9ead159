import { sql } from 'kysely'
import type { Db } from '../../../../db/database.ts'
import { alertKeysOf } from '../../../services/alerts/queries.ts'

/** What machines hold for this account: each stops working for it. */
export async function keysOf(db: Db, accountId: string, now: Date) {
  const [alerts, deploy] = await Promise.all([
    alertKeysOf(db, accountId, now),
    db
      .selectFrom('api_keys')
      .select(['name', 'public_id', 'application_id', 'last_used_at'])
      .where(sql<boolean>`account_ids @> array[${accountId}::uuid]`)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .orderBy('name')
      .execute(),
  ])
  return [
    ...deploy.map((key) => ({
      kind: 'deploy' as const,
      name: key.name,
      prefix: key.public_id === null ? key.application_id! : `slw_${key.public_id}`,
      lastUsedAt: key.last_used_at?.toISOString() ?? null,
    })),
    ...alerts.map(({ name, prefix, lastUsedAt }) => ({ kind: 'alert' as const, name, prefix, lastUsedAt })),
  ]
}
