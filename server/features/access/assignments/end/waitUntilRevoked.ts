import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../../../db/database.ts'

/** A call waits this long for the directory before it returns 202. */
const maxWaitMs = 3_000
const pollIntervalMs = 100

export async function waitUntilRevoked(db: Db, assignmentId: string): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += pollIntervalMs) {
    await delay(pollIntervalMs)
    const { status } = await db.selectFrom('group_assignments').select('status').where('id', '=', assignmentId).executeTakeFirstOrThrow()
    if (status !== 'revoking') return true
  }
  return false
}
