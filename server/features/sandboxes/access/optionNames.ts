import { sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import { templateVisibleTo } from '../sandboxes/seesTemplate.ts'

/** Returns names for the ids of a list’s options. A template that the person can’t see has no name. */
export const optionNames = (actor: Person) => ({
  tower: sql`select id, name from towers`,
  template: sql`select id, name from sandbox_templates where ${templateVisibleTo(actor)}`,
})
