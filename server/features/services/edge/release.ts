import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { EdgeStoreStatus } from '../../../db/tables.ts'

/**
 * Leaves stores of a rollout out. Names and ranges are given back where nothing stands in Azure yet; an account whose subscription exists
 * stays, failed, for an administrator to decommission or set up.
 * @returns how many
 */
export async function leaveOut(db: Db, rolloutId: string, from: EdgeStoreStatus[], reason: string, now: Date): Promise<number> {
  const { rows } = await sql<{
    account_id: string
  }>`update edge_rollout_stores set status = 'skipped', reason = ${reason}, updated_at = ${now}
    where rollout_id = ${rolloutId} and status = any (${from}) returning account_id`.execute(db)
  const ids = rows.map(({ account_id }) => account_id)
  await sql`update accounts set status = 'failed', version = version + 1, updated_at = ${now}
    where id = any (${ids}::uuid[]) and status = 'provisioning'`.execute(db)
  // Whether Azure made a subscription under an alias whose answer never came is not known: what was begun stays on record.
  await sql`update accounts a set status = 'deleted', version = a.version + 1, updated_at = ${now} from edge_rollout_stores s
    where a.id = any (${ids}::uuid[]) and s.account_id = a.id and s.attempt = 0 and a.status = 'failed' and a.subscription_id is null`.execute(
    db,
  )
  await sql`update address_ranges r set account_id = null, taken_at = null from accounts a
    where a.id = any (${ids}::uuid[]) and a.status = 'deleted' and r.account_id = a.id`.execute(db)
  return ids.length
}
