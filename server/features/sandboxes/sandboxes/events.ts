import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../../db/database.ts'

export interface SandboxHappening {
  sandboxId: string
  kind: string
  text: string
  personId?: string | null
  /** The key makes an event unique, such as `reminder:24:2026-11-30T09:00:00.000Z`. */
  key: string
  now: Date
}

/** Records an event once per key. @returns whether it is new; only then are people notified or runs started */
export async function recordEvent(db: Db, { sandboxId, kind, text, personId = null, key, now }: SandboxHappening): Promise<boolean> {
  const written = await db
    .insertInto('sandbox_events')
    .values({ id: uuidv7(), sandbox_id: sandboxId, at: now, kind, text, person_id: personId, key })
    .onConflict((conflict) => conflict.columns(['sandbox_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}
