import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { people } from '../../../people/queries.ts'
import { failureOfSandbox } from './failure.ts'
import { needsOwner, openExtension } from './needsOwner.ts'

const membership = sql`access_groups g join group_assignments m on m.group_id = g.id
  where g.sandbox_id = sandboxes.id and m.status in ('scheduled', 'granting', 'active')`

export const countOfPeople = sql<number>`(select count(distinct m.person_id) from ${membership})`

export const isMemberOf = (personId: string) => sql<boolean>`exists (select from ${membership} and m.person_id = ${personId})`

export const isOwnedBy = (personId: string) =>
  sql<boolean>`sandboxes.id = any (array(select o.sandbox_id from sandbox_owners o where o.person_id = ${personId}))`

/** Selects the sandboxes that a person owns or is a member of. The array is evaluated once, and then each sandbox is found by its ID. */
export const idsOf = (personId: string) => sql<string[]>`array(
  select o.sandbox_id from sandbox_owners o where o.person_id = ${personId}
  union
  select g.sandbox_id from group_assignments m join access_groups g on g.id = m.group_id
  where m.person_id = ${personId} and m.status in ('scheduled', 'granting', 'active') and g.sandbox_id is not null)`

/** Sandboxes of hidden templates are visible only to their owners and members, administrators and auditors. */
export function visibleTo(actor: Person): RawBuilder<boolean> {
  if (actor.admin || actor.auditor) return sql<boolean>`true`
  return sql<boolean>`(sandboxes.template_id <> all (array(select t.id from sandbox_templates t where t.visibility = 'hidden'))
    or sandboxes.id = any (${idsOf(actor.id)}))`
}

function selectSandboxes(db: Db) {
  return db
    .selectFrom('sandboxes')
    .innerJoin('sandbox_templates', 'sandbox_templates.id', 'sandboxes.template_id')
    .innerJoin('towers', 'towers.id', 'sandboxes.tower_id')
    .selectAll('sandboxes')
    .select([
      'sandbox_templates.name as template_name',
      'towers.name as tower_name',
      failureOfSandbox.as('failure'),
      openExtension.as('extension'),
      people(sql`sandbox_owners`, sql`l.sandbox_id = sandboxes.id`).as('owners'),
      sql<number>`(select count(distinct m.person_id) from ${membership}
        and not exists (select from sandbox_owners o where o.sandbox_id = sandboxes.id and o.person_id = m.person_id))`.as('member_count'),
    ])
}

export function selectFor(db: Db, actor: Person, now: Date) {
  return selectSandboxes(db).select([isMemberOf(actor.id).as('member'), needsOwner(now).as('needs_owner')])
}
export type SandboxRow = Awaited<ReturnType<ReturnType<typeof selectFor>['executeTakeFirstOrThrow']>>
