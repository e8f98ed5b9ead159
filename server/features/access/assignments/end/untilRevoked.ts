import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../../../db/database.ts'

/** As long a call waits for the directory before it says that it takes longer. */
const patienceMs = 3_000
const everyMs = 100

/** Waits a moment after the commit. @returns whether the directory has confirmed that it ended */
export async function untilRevoked(db: Db, assignmentId: string): Promise<boolean> {
  for (let waited = 0; waited < patienceMs; waited += everyMs) {
    await delay(everyMs)
    const { status } = await db.selectFrom('group_assignments').select('status').where('id', '=', assignmentId).executeTakeFirstOrThrow()
    if (status !== 'revoking') return true
  }
  return false
}
