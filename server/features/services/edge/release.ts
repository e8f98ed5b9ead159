import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { EdgeStoreStatus } from '../../../db/tables.ts'

/**
 * Skips stores of a rollout. If a store has nothing in Azure yet, its name and address range are released. An account with a subscription
 * keeps the status failed, and an administrator decommissions it or completes its setup.
 * @returns the number of skipped stores
 */
export async function skipStores(db: Db, rolloutId: string, from: EdgeStoreStatus[], reason: string, now: Date): Promise<number> {
  const { rows } = await sql<{
    account_id: string
  }>`update edge_rollout_stores set status = 'skipped', reason = ${reason}, updated_at = ${now}
    where rollout_id = ${rolloutId} and status = any (${from}) returning account_id`.execute(db)
  const ids = rows.map(({ account_id }) => account_id)
  await sql`update accounts set status = 'failed', version = version + 1, updated_at = ${now}
    where id = any (${ids}::uuid[]) and status = 'provisioning'`.execute(db)
  // The record of a store that has started is kept, because Azure might have created its subscription although the response was lost.
  await sql`update accounts a set status = 'deleted', version = a.version + 1, updated_at = ${now} from edge_rollout_stores s
    where a.id = any (${ids}::uuid[]) and s.account_id = a.id and s.attempt = 0 and a.status = 'failed' and a.subscription_id is null`.execute(
    db,
  )
  await sql`update address_ranges r set account_id = null, allocated_at = null from accounts a
    where a.id = any (${ids}::uuid[]) and a.status = 'deleted' and r.account_id = a.id`.execute(db)
  return ids.length
}
