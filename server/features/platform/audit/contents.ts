import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export interface EventContent {
  before: string | null
  after: string | null
}

/** The JSON before and after each event, by event id. */
export async function readContents(db: Db, ids: string[]): Promise<Map<string, EventContent>> {
  const { rows } = await sql<EventContent & { id: string }>`
    select id, before::text as before, after::text as after from audit_events where id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, before, after }) => [id, { before, after }]))
}
