import type { Db } from '../../../db/database.ts'
import type { Reply } from '../../../http/operation.ts'
import { pollUntil } from './pollUntil.ts'
import { findTagChange, pointedTagChange } from './tagChange.ts'

/** After commit. @returns how the change of tags that the answer points to stands then, at most 15 s later */
export async function untilTagged(db: Db, answer: Pick<Reply<unknown>, 'headers'>) {
  const { accountId, id } = pointedTagChange(answer)
  const change = await pollUntil(
    () => findTagChange(db, accountId, id),
    (found) => found?.status !== 'running',
  )
  return { ...change!, accountId }
}
