import { sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import { seesTemplate } from '../sandboxes/seesTemplate.ts'

/** What the ids of a list stand for, for its options: a template that the person cannot see does not exist for them. */
export const optionNames = (actor: Person) => ({
  tower: sql`select id, name from towers`,
  template: sql`select id, name from sandbox_templates where ${seesTemplate(actor)}`,
})
