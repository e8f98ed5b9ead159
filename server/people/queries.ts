import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import type { Db } from '../db/database.ts'
import type { PersonRef as Schema } from './schemas.ts'

export type PersonRef = Static<typeof Schema>

/**
 * SQL for the people of a link table as a JSON array in order, without a query per row.
 * @example people(sql`account_owners`, sql`account_id = accounts.id`)
 */
export function people(link: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<PersonRef[]> {
  return sql<PersonRef[]>`coalesce((
    select json_agg(json_build_object('id', p.id, 'displayName', p.display_name, 'email', p.email, 'department', p.department, 'active', p.active) order by l.position)
    from ${link} l join people p on p.id = l.person_id where ${condition}), '[]'::json)`
}

export function person(id: RawBuilder<unknown>): RawBuilder<PersonRef> {
  return sql<PersonRef>`(select json_build_object('id', p.id, 'displayName', p.display_name, 'email', p.email, 'department', p.department, 'active', p.active) from people p where p.id = ${id})`
}

export async function loadPeople(db: Db, ids: string[]): Promise<Map<string, PersonRef>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<PersonRef>`select p.id, p.display_name as "displayName", p.email, p.department, p.active
    from people p where p.id = any (${ids}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}
