import type { Db } from '../../../db/database.ts'
import type { Reply } from '../../../http/operation.ts'
import { pollUntil } from './pollUntil.ts'
import { findTagChange, pointedTagChange } from './tagChange.ts'

/**
 * Runs after the commit.
 * @returns the state of the change that the response refers to, after at most 15 s
 */
export async function waitUntilTagged(db: Db, answer: Pick<Reply<unknown>, 'headers'>) {
  const { accountId, id } = pointedTagChange(answer)
  const change = await pollUntil(
    () => findTagChange(db, accountId, id),
    (tagChange) => tagChange?.status !== 'running',
  )
  return { ...change!, accountId }
}
