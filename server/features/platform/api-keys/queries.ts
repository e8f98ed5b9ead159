import { sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { type PersonRef, person } from '../../../people/queries.ts'
import { apiKeyCan, apiKeyState } from './policy.ts'
import type { ApiKey } from './schemas.ts'

function apiKeyRows(db: Db) {
  // The columns are listed one by one, so that the hash is never read from the database.
  return db
    .selectFrom('api_keys as k')
    .select([
      'k.id',
      'k.name',
      'k.public_id',
      'k.application_id',
      'k.scopes',
      'k.created_at',
      'k.expires_at',
      'k.last_used_at',
      'k.revoked_at',
      'k.version',
    ])
    .select([
      sql<{ id: string; name: string }[]>`coalesce((select json_agg(json_build_object('id', a.id, 'name', a.name) order by a.name)
        from accounts a where a.id = any (k.account_ids)), '[]'::json)`.as('accounts'),
      person(sql`k.owner_id`).as('owner'),
      person(sql`k.created_by`).as('created_by'),
      sql<PersonRef | null>`${person(sql`k.revoked_by`)}`.as('revoked_by'),
    ])
}
type ApiKeyRow = Awaited<ReturnType<ReturnType<typeof apiKeyRows>['executeTakeFirstOrThrow']>>

function presentApiKey(actor: Person, row: ApiKeyRow, now: Date): ApiKey {
  const facts = { expiresAt: row.expires_at, revokedAt: row.revoked_at }
  return {
    id: row.id,
    name: row.name,
    prefix: row.public_id === null ? null : `slw_${row.public_id}`,
    clientId: row.application_id,
    scopes: row.scopes,
    accounts: row.accounts,
    owner: row.owner,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokedBy: row.revoked_by,
    state: apiKeyState(facts, now),
    version: row.version,
    can: apiKeyCan(actor, facts),
  }
}

export async function loadApiKeys(db: Db, actor: Person, ids: string[], now: Date): Promise<ApiKey[]> {
  if (ids.length === 0) return []
  const rows = await apiKeyRows(db).where('k.id', 'in', ids).execute()
  return rows.map((row) => presentApiKey(actor, row, now))
}

/** Locks an API key until the transaction ends. @throws notFound, including for a revoked key */
export async function lockLiveApiKey(db: Db, actor: Person, id: string, now: Date): Promise<ApiKey> {
  const lockedKey = await db
    .selectFrom('api_keys')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const [apiKey] = lockedKey ? await loadApiKeys(db, actor, [id], now) : []
  if (!apiKey) throw new Failure('notFound', 'This API key doesn’t exist or was already revoked.')
  return apiKey
}

/** Checks that the accounts exist and are not decommissioned. @throws invalidRequest with the field */
export async function requireAccounts(db: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await db.selectFrom('accounts').select(['id', 'name', 'status']).where('id', 'in', ids).execute()
  const errors = ids.flatMap((id, index) => {
    const row = rows.find((each) => each.id === id)
    if (!row) return [{ field: `accountIds.${index}`, message: 'isn’t the ID of an account' }]
    const isDecommissioned = row.status === 'decommissioned' || row.status === 'deleted'
    return isDecommissioned ? [{ field: `accountIds.${index}`, message: `${row.name} was ${row.status}` }] : []
  })
  if (errors.length > 0) throw new Failure('invalidRequest', errors.map(({ message }) => message).join('; '), { errors })
}
