import { v7 as uuidv7 } from 'uuid'
import type { Db } from '../../../db/database.ts'

export interface SandboxHappening {
  sandboxId: string
  /** Such as `ready`, `frozen`, `reminded`: what a screen shows it with. */
  kind: string
  /** A sentence. */
  text: string
  personId?: string | null
  /** Makes it happen once: such as `reminder:24:2026-11-30T09:00:00.000Z`. */
  key: string
  now: Date
}

/** Writes down what happened, once for each key. @returns whether it is new: only then is anybody told or anything begun */
export async function recordEvent(db: Db, { sandboxId, kind, text, personId = null, key, now }: SandboxHappening): Promise<boolean> {
  const written = await db
    .insertInto('sandbox_events')
    .values({ id: uuidv7(), sandbox_id: sandboxId, at: now, kind, text, person_id: personId, key })
    .onConflict((conflict) => conflict.columns(['sandbox_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}
