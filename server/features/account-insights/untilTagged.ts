import type { Db } from '../../db/database.ts'
import { pollUntil } from './pollUntil.ts'
import { findTagChange } from './tagChange.ts'

/** After commit. @returns how the change of tags stands then, at most 15 s later */
export async function untilTagged(db: Db, accountId: string, id: string) {
  const change = await pollUntil(
    () => findTagChange(db, accountId, id),
    (found) => found?.status !== 'running',
  )
  return change!
}
