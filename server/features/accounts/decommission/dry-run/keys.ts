import { sql } from 'kysely'
import type { Db } from '../../../../db/database.ts'

export async function keysOf(db: Db, accountId: string, now: Date) {
  const [alerts, deploy] = await Promise.all([
    db
      .selectFrom('alert_keys')
      .select(['name', 'public_id', 'last_used_at'])
      .where('account_id', '=', accountId)
      .where('revoked_at', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .orderBy('created_at', 'desc')
      .execute(),
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
    ...alerts.map((key) => ({
      kind: 'alert' as const,
      name: key.name,
      prefix: `slwa_${key.public_id}`,
      lastUsedAt: key.last_used_at?.toISOString() ?? null,
    })),
  ]
}
