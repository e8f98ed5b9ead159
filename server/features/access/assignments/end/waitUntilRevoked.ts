import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../../../db/database.ts'

/** How long a call waits for the directory before it answers 202. */
const maxWaitMs = 3_000
const everyMs = 100

export async function waitUntilRevoked(db: Db, assignmentId: string): Promise<boolean> {
  for (let waited = 0; waited < maxWaitMs; waited += everyMs) {
    await delay(everyMs)
    const { status } = await db.selectFrom('group_assignments').select('status').where('id', '=', assignmentId).executeTakeFirstOrThrow()
    if (status !== 'revoking') return true
  }
  return false
}
