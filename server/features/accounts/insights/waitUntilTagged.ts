import type { Db } from '../../../db/database.ts'
import type { Reply } from '../../../http/operation.ts'
import { pollUntil } from './pollUntil.ts'
import { findTagChange, tagChangeFromLocation } from './tagChange.ts'

/** @returns the tag change that the response refers to, after at most 15 s */
export async function waitUntilTagged(db: Db, reply: Pick<Reply<unknown>, 'headers'>) {
  const { accountId, id } = tagChangeFromLocation(reply)
  const change = await pollUntil(
    () => findTagChange(db, accountId, id),
    (tagChange) => tagChange?.status !== 'running',
  )
  return { ...change!, accountId }
}
