import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { AccountCost } from './costOf.ts'

/**
 * Azure evaluates budgets every 24 hours, so on the first day of a month they can still have the cost of the month before.
 * @see https://learn.microsoft.com/azure/cost-management-billing/costs/tutorial-acm-create-budgets
 */
export const canBePreviousMonth = (at: Date): boolean => at.getUTCDate() === 1

/**
 * Records the cost of the month of `at` (UTC), the time before the budget was read. An older result never replaces a newer one. An unknown
 * cost changes nothing.
 *
 * If the read ended in another month (`readBy`, default `at`), nothing is recorded, because the cost could be of either month.
 * On the first day of a month, nothing is recorded.
 */
export async function storeCost(db: Db, accountId: string, cost: AccountCost | undefined, at: Date, readBy = at): Promise<void> {
  const month = monthOf(at)
  if (!cost || canBePreviousMonth(at) || month !== monthOf(readBy)) return
  const row = { ...cost, read_at: at }
  await db
    .insertInto('account_costs')
    .values({ account_id: accountId, month, ...row })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'month']).doUpdateSet(row).where('account_costs.read_at', '<=', sql<Date>`excluded.read_at`),
    )
    .execute()
}

const monthOf = (time: Date) => time.toISOString().slice(0, 7)
