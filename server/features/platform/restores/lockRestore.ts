import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'

/** Locks a restore, so that two people can't change it concurrently. @throws notFound */
export async function lockRestore(db: Db, id: string): Promise<{ closed_at: Date | null }> {
  const row = await db.selectFrom('database_restores').select('closed_at').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Failure('notFound', 'This restore doesn’t exist.')
  return row
}
