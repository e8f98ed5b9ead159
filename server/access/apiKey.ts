import type { Db } from '../db/database.ts'
import { Failure } from '../http/errors.ts'
import type { Machine } from './actor.ts'
import { isKey, readKey } from './keys.ts'
import type { Scope } from './scopes.ts'

const seenEverySeconds = 60

/**
 * The machine behind an `x-api-key` header. Asked of the database each time, so that deleting a key counts at once on every replica.
 * @throws unauthenticated, in the same words whatever is wrong with the key
 */
export async function findApiKey(db: Db, header: string | string[], options: { now: Date; secret: string }): Promise<Machine> {
  const refusal = new Failure('unauthenticated', 'This API key is not valid: it was mistyped, deleted or has expired. Ask its owner.')
  const publicId = typeof header === 'string' ? readKey('slw', header) : undefined
  if (publicId === undefined) throw refusal
  const row = await db
    .selectFrom('api_keys')
    .select(['id', 'name', 'public_id', 'hash', 'scopes', 'account_ids', 'owner_id', 'last_used_at', 'expires_at', 'revoked_at'])
    .where('public_id', '=', publicId)
    .executeTakeFirst()
  const proven = isKey(header as string, options.secret, row?.hash)
  if (!row || !proven || row.revoked_at !== null || row.expires_at <= options.now) throw refusal
  if (row.last_used_at === null || options.now.getTime() - row.last_used_at.getTime() > seenEverySeconds * 1_000)
    await db.updateTable('api_keys').set({ last_used_at: options.now }).where('id', '=', row.id).execute()
  return {
    kind: 'machine',
    id: row.id,
    displayName: row.name,
    scopes: row.scopes as Scope[],
    accountIds: row.account_ids,
    ownerId: row.owner_id,
    credential: `key:${row.public_id}`,
  }
}
