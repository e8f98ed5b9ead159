import { sql } from 'kysely'
import type { Machine } from '../../../auth/actor.ts'
import { isKey, readKey } from '../../../auth/keys.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { batchCalls } from './batchCalls.ts'
import { keysVerdict } from './policy.ts'

const lastSeenIntervalSeconds = 60

/** The message is the same for all reasons, so that it reveals nothing to a caller without a valid key. */
export const alertKeyDenial =
  'This alert key isn’t valid: it is mistyped, deleted, replaced or from another account, or the account isn’t active. Ask an owner of the account.'

function lookUp(db: Db) {
  const findKeys = async (publicIds: string[]) => {
    const rows = await db
      .selectFrom('alert_keys as k')
      .innerJoin('accounts as a', 'a.id', 'k.account_id')
      .select(['k.id', 'k.name', 'k.public_id', 'k.account_id', 'k.hash', 'k.created_by'])
      .select(['k.expires_at', 'k.last_used_at', 'k.revoked_at', 'a.status'])
      .where(sql<boolean>`k.public_id = any (${[...new Set(publicIds)]}::text[])`)
      .execute()
    const rowsById = new Map(rows.map((row) => [row.public_id, row]))
    return publicIds.map((publicId) => rowsById.get(publicId))
  }
  return batchCalls(findKeys, { max: 200 })
}

const lookupsByDb = new WeakMap<Db, ReturnType<typeof lookUp>>()

function keyRow(db: Db, publicId: string) {
  const findKeys = lookupsByDb.get(db) ?? lookUp(db)
  lookupsByDb.set(db, findKeys)
  return findKeys(publicId)
}

/**
 * Finds the alert key in a URL. Undefined if the key doesn't exist, has ended or belongs to another account, or if the account is not
 * active. The database is read each time, so that deleting a key takes effect immediately on every replica. A mistyped key is detected
 * without a read.
 */
export async function findAlertKey(
  { accountId, snowKey }: { accountId: string; snowKey: string },
  { db, config, now }: { db: Db; config: Pick<Config, 'keySecret'>; now: Date },
): Promise<Machine | undefined> {
  const publicId = readKey('slwa', snowKey)
  if (publicId === undefined) return undefined
  const row = await keyRow(db, publicId)
  const isProven = isKey(snowKey, config.keySecret, row?.hash)
  if (!row || !isProven || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now)) return undefined
  if (row.account_id !== accountId.toLowerCase() || keysVerdict(row) !== true) return undefined
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() > lastSeenIntervalSeconds * 1_000)
    // Only the first of many concurrent alerts updates the time, and the others don't wait for the row.
    await sql`update alert_keys set last_used_at = ${now}
      where id = (select id from alert_keys where id = ${row.id} and last_used_at is not distinct from ${row.last_used_at} for update skip locked)`.execute(
      db,
    )
  return {
    kind: 'machine',
    id: row.id,
    displayName: row.name,
    scopes: [],
    accountIds: [row.account_id],
    ownerId: row.created_by,
    credential: `alertKey:${publicId}`,
  }
}
