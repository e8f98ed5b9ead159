import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'

export function templateVisibleTo(actor: Person): RawBuilder<boolean> {
  if (actor.admin || actor.auditor) return sql<boolean>`true`
  return sql<boolean>`(sandbox_templates.visibility = 'everyone' or (sandbox_templates.visibility = 'groups'
    and sandbox_templates.visible_to && array(select m.group_id from directory_group_members m where m.person_id = ${actor.id})))`
}
