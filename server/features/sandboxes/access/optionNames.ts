import { sql } from 'kysely'

/** What the ids of a list stand for, for its options. */
export const optionNames = {
  tower: sql`select id, name from towers`,
  template: sql`select id, name from sandbox_templates`,
}
