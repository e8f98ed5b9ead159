import { sql } from 'kysely'
import type { Machine } from '../../../auth/actor.ts'
import { isKey, readKey } from '../../../auth/keys.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { gathered } from './gathered.ts'
import { keysWork } from './policy.ts'

const seenEverySeconds = 60

/** The same message for every reason, so that a stranger learns nothing from it. */
export const alertKeyRefusal =
  'This alert key isn’t valid. It might be mistyped, deleted, replaced or from another account, or the account isn’t active. Ask an account owner.'

function lookUp(db: Db) {
  const find = async (publicIds: string[]) => {
    const rows = await db
      .selectFrom('alert_keys as k')
      .innerJoin('accounts as a', 'a.id', 'k.account_id')
      .select(['k.id', 'k.name', 'k.public_id', 'k.account_id', 'k.hash', 'k.created_by'])
      .select(['k.expires_at', 'k.last_used_at', 'k.revoked_at', 'a.status'])
      .where(sql<boolean>`k.public_id = any (${[...new Set(publicIds)]}::text[])`)
      .execute()
    const byId = new Map(rows.map((row) => [row.public_id, row]))
    return publicIds.map((publicId) => byId.get(publicId))
  }
  return gathered(find, { max: 200 })
}

const lookUps = new WeakMap<Db, ReturnType<typeof lookUp>>()

function keyRow(db: Db, publicId: string) {
  const find = lookUps.get(db) ?? lookUp(db)
  lookUps.set(db, find)
  return find(publicId)
}

/**
 * Finds the alert key of an address; undefined if it doesn't exist, has ended, belongs to another account, or the account is not active. The
 * database is read each time, so that deleting a key takes effect immediately on every replica. A mistyped key is detected without a read.
 */
export async function findAlertKey(
  { accountId, snowKey }: { accountId: string; snowKey: string },
  { db, config, now }: { db: Db; config: Pick<Config, 'keySecret'>; now: Date },
): Promise<Machine | undefined> {
  const publicId = readKey('slwa', snowKey)
  if (publicId === undefined) return undefined
  const row = await keyRow(db, publicId)
  const proven = isKey(snowKey, config.keySecret, row?.hash)
  if (!row || !proven || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now)) return undefined
  if (row.account_id !== accountId.toLowerCase() || keysWork(row) !== true) return undefined
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() > seenEverySeconds * 1_000)
    // Only one of many concurrent alerts updates the time; the others don't wait for the row.
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
