import { sql, type UpdateObject } from 'kysely'
import type { Db } from './database.ts'
import type { Database } from './tables.ts'

type TableWithId = { [Table in keyof Database]: Database[Table] extends { id: unknown } ? Table : never }[keyof Database]

export async function updateRow<Table extends TableWithId>(
  db: Db,
  table: Table,
  id: string,
  changes: UpdateObject<Database, Table>,
): Promise<void> {
  // The compiler can't resolve the columns of a table that is a type parameter.
  await db
    .updateTable(table as TableWithId)
    .set(changes as never)
    .where('id', '=', id)
    .execute()
}

export const nextVersion = (now: Date) => ({ version: sql<number>`version + 1`, updated_at: now })
