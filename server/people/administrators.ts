import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Returns the IDs of active administrators, as of the last directory sync. */
export async function administrators(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('people')
    .select('id')
    .where('active', '=', true)
    .where(sql<boolean>`roles @> array['Slipway.Admin']`)
    .execute()
  return rows.map(({ id }) => id)
}
