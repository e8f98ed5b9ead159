import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { HealthPart } from '../../../db/tables.ts'
import { scoreOf } from './score.ts'

/**
 * Stores the findings of an account. Parts that the cloud did not return keep their last state. Older findings never replace newer ones,
 * even if another process writes them later.
 */
export async function storeHealth(db: Db, accountId: string, newParts: HealthPart[], at: Date): Promise<void> {
  // A trigger copies the score to the account. Locking the account first, as its refresh does, prevents a deadlock.
  await db.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  const healthRow = await db
    .selectFrom('account_health')
    .select(['parts', 'checked_at'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (healthRow && healthRow.checked_at > at) return
  const healthParts = newParts.map((healthPart) =>
    healthPart.answered ? healthPart : (healthRow?.parts.find((each) => each.id === healthPart.id) ?? healthPart),
  )
  const row = { ...scoreOf(healthParts), parts: JSON.stringify(healthParts), checked_at: at }
  await db
    .insertInto('account_health')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(row).where('account_health.checked_at', '<=', sql<Date>`excluded.checked_at`),
    )
    .execute()
}
