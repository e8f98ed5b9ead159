import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

export interface EventContent {
  before: string | null
  after: string | null
}

export async function loadContents(db: Db, ids: string[]): Promise<Map<string, EventContent>> {
  const { rows } = await sql<EventContent & { id: string }>`
    select id, before::text as before, after::text as after from audit_events where id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, before, after }) => [id, { before, after }]))
}
