import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../../db/database.ts'

interface SandboxEventInput {
  sandboxId: string
  kind: string
  text: string
  personId?: string | null
  /** The key makes an event unique, such as `reminder:24:2026-11-30T09:00:00.000Z`. */
  key: string
  now: Date
}

/**
 * Records an event once per key.
 * @returns whether the event is new; only new events notify people or start runs
 */
export async function recordEvent(db: Db, { sandboxId, kind, text, personId = null, key, now }: SandboxEventInput): Promise<boolean> {
  const insertedEvent = await db
    .insertInto('sandbox_events')
    .values({ id: uuidv7(), sandbox_id: sandboxId, at: now, kind, text, person_id: personId, key })
    .onConflict((conflict) => conflict.columns(['sandbox_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return insertedEvent !== undefined
}
