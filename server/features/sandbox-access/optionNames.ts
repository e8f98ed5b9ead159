import type { Db } from '../../db/database.ts'

/** What the ids of a list stand for, for its options. */
export function namesFor(db: Db) {
  const names = async (table: 'towers' | 'sandbox_templates') =>
    Object.fromEntries((await db.selectFrom(table).select(['id', 'name']).execute()).map(({ id, name }) => [id, name]))
  return { tower: () => names('towers'), template: () => names('sandbox_templates') }
}
