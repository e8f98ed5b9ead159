import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'

export async function upsertFallbackGroup(db: Db, { fallbackOwnersGroup: id }: Pick<Config, 'fallbackOwnersGroup'>): Promise<void> {
  if (id === undefined) return
  const fallbackGroup = await db.selectFrom('directory_groups').select('fallback_owners').where('id', '=', id).executeTakeFirst()
  if (fallbackGroup?.fallback_owners) return
  await db.updateTable('directory_groups').set({ fallback_owners: false }).where('fallback_owners', '=', true).execute()
  await db
    .insertInto('directory_groups')
    .values({ id, display_name: 'Fallback owners', checked_at: null, fallback_owners: true })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ fallback_owners: true }))
    .execute()
}
