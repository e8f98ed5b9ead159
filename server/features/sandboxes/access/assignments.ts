import { sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import { isActor } from '../../../auth/sameIdentity.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { people, person } from '../../../people/queries.ts'
import { openExtension, presentGrant } from '../../access/assignments/assignments.ts'
import { ownsSandbox } from '../sandboxes/policy.ts'
import { isMemberOf } from '../sandboxes/sandboxRows.ts'
import { suffixOf } from './names.ts'
import { type GrantFacts, grantCan, latestEnd } from './policy.ts'
import { groupRef, sandboxOfAccess } from './sandboxOfAccess.ts'
import type { UserSandboxGroupAssignment } from './schemas.ts'

/** `m` is the assignment and `g` its group. The caller adds a filter. */
export function selectAssignments(db: Db, actor: Person) {
  return db
    .selectFrom('group_assignments as m')
    .innerJoin('access_groups as g', 'g.id', 'm.group_id')
    .innerJoin('sandboxes', 'sandboxes.id', 'g.sandbox_id')
    .leftJoin('access_requests as r', 'r.id', 'm.request_id')
    .selectAll('m')
    .select(['g.name as group_name', 'g.description', 'g.roles', 'g.assignment', 'g.max_duration_hours', 'g.status as group_status'])
    .select(['g.sandbox_id', 'sandboxes.name as sandbox_name', 'sandboxes.status as sandbox_status', 'sandboxes.lease_end'])
    .select([sql<string>`sandboxes.terms->'groups'->0->>'suffix'`.as('owners_suffix'), isMemberOf(actor.id).as('actor_inside')])
    .select(['r.reference', 'r.justification'])
    .select([
      person(sql`m.person_id`).as('person'),
      isActor(actor, sql`m.person_id`).as('own'),
      person(sql`m.granted_by`).as('granter'),
      people(sql`sandbox_owners`, sql`l.sandbox_id = sandboxes.id`).as('owners'),
      openExtension.as('extension'),
    ])
}
type AssignmentRow = Awaited<ReturnType<ReturnType<typeof selectAssignments>['executeTakeFirstOrThrow']>>

export function grantFacts(row: AssignmentRow): GrantFacts {
  const isOwner = row.owners.some(({ id }) => id === row.person_id)
  return {
    personId: row.person_id,
    own: row.own,
    status: row.status,
    endsAt: row.ends_at,
    openRequest: row.extension?.reference ?? null,
    asOwner: row.via === 'admin' && isOwner && suffixOf(row.group_name) === row.owners_suffix,
    groupStatus: row.group_status,
    sandbox: { status: row.sandbox_status, end: row.lease_end, owners: row.owners },
  }
}

export function presentAssignment(actor: Person, row: AssignmentRow, now: Date): UserSandboxGroupAssignment {
  const facts = grantFacts(row)
  return {
    group: groupRef({
      id: row.group_id,
      name: row.group_name,
      description: row.description,
      roles: row.roles.map((role) => role.roleName),
      maxDurationHours: row.max_duration_hours,
    }),
    sandbox: sandboxOfAccess(row, now),
    asOwner: facts.asOwner,
    ...presentGrant(row),
    latestEnd: latestEnd(facts)?.toISOString() ?? null,
    can: grantCan(actor, facts),
  }
}

/** @throws notFound, including for an assignment of an account */
export async function loadAssignmentRow(db: Db, actor: Person, id: string): Promise<AssignmentRow> {
  const row = await selectAssignments(db, actor).where('m.id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('notFound', 'This sandbox assignment doesn’t exist.')
  return row
}

/**
 * Locks the assignment until the transaction ends.
 * @throws notFound
 */
export async function lockAssignment(db: Db, actor: Person, id: string): Promise<AssignmentRow> {
  await loadAssignmentRow(db, actor, id)
  await db.selectFrom('group_assignments').select('id').where('id', '=', id).forUpdate().execute()
  return loadAssignmentRow(db, actor, id)
}

export function canSeeContent(actor: Person, row: { owners: { id: string }[]; actor_inside: boolean }): boolean {
  return row.actor_inside || ownsSandbox(actor, row)
}
