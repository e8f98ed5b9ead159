import { lockRound } from '../../../approvals/lockRound.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { updateSubject } from './facts.ts'

interface Ids {
  id: string
  updateId: string
}

/** Locks the update and its round until the transaction ends. @throws notFound */
export async function lockUpdate(db: Db, ids: Ids) {
  await lockRound(db, updateSubject, ids.updateId)
  return lockUpdateRow(db, ids)
}

/** For calls that have locked the round already. @throws notFound */
export async function lockUpdateRow(db: Db, { id, updateId }: Ids) {
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
