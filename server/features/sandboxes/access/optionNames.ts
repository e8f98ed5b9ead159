import { sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import { templateVisibleTo } from '../sandboxes/templateVisibility.ts'

export const optionNames = (actor: Person) => ({
  tower: sql`select id, name from towers`,
  template: sql`select id, name from sandbox_templates where ${templateVisibleTo(actor)}`,
})
