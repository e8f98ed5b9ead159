import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

export async function administrators(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('people')
    .select('id')
    .where('active', '=', true)
    .where(sql<boolean>`roles @> array['Slipway.Admin']`)
    .execute()
  return rows.map(({ id }) => id)
}
