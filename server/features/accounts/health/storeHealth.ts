import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { HealthPart } from '../../../db/tables.ts'
import { scoreOf } from './parts.ts'

/**
 * Stores the findings of an account. Parts that the cloud did not answer keep their last state. Older findings never replace newer ones,
 * whichever process writes last.
 */
export async function storeHealth(db: Db, accountId: string, found: HealthPart[], at: Date): Promise<void> {
  const known = await db
    .selectFrom('account_health')
    .select(['parts', 'checked_at'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (known && known.checked_at > at) return
  const parts = found.map((part) => (part.answered ? part : (known?.parts.find((each) => each.id === part.id) ?? part)))
  const row = { score: scoreOf(parts), parts: JSON.stringify(parts), checked_at: at }
  await db
    .insertInto('account_health')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(row).where('account_health.checked_at', '<=', sql<Date>`excluded.checked_at`),
    )
    .execute()
}
