import type { Db } from '../../../db/database.ts'

export async function loadGroup(db: Db, id: string) {
  return db
    .selectFrom('alert_groups as g')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .selectAll('g')
    .select('a.name as account_name')
    .where('g.id', '=', id)
    .executeTakeFirst()
}
export type AlertGroup = NonNullable<Awaited<ReturnType<typeof loadGroup>>>
