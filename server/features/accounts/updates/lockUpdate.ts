import { lockRound } from '../../../approvals/lockRound.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { updateSubject } from './facts.ts'

/** Locks the update until the transaction ends. @throws notFound */
export async function lockUpdate(db: Db, { id, updateId }: { id: string; updateId: string }) {
  await lockRound(db, updateSubject, updateId)
  const row = await db
    .selectFrom('account_updates')
    .selectAll()
    .where('id', '=', updateId)
    .where('account_id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Failure('notFound', 'This account change doesn’t exist.')
  return row
}
