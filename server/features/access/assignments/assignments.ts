import { sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import { isActor } from '../../../auth/sameIdentity.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { person } from '../../../people/queries.ts'
import { assignmentCan, latestEnd } from '../../accounts/groups/assignmentPolicy.ts'
import type { UserGroupAssignment } from './schemas.ts'

export const openExtension = sql<UserGroupAssignment['extension']>`(
  select json_build_object('id', x.id, 'reference', x.reference, 'status', x.status) from access_requests x
  where x.group_id = m.group_id and x.requester_id = m.person_id and x.status in ('pending_approval', 'changes_requested'))`

/**
 * Selects everything that lists and pages show of an assignment. The caller adds a filter. `m` is the assignment, `g` its group, `a` the
 * account.
 */
export function selectAssignments(db: Db, actor: Person) {
  return db
    .selectFrom('group_assignments as m')
    .innerJoin('access_groups as g', 'g.id', 'm.group_id')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .leftJoin('access_requests as r', 'r.id', 'm.request_id')
    .selectAll('m')
    .select(['g.name as group_name', 'g.description', 'g.roles', 'g.assignment', 'g.max_duration_hours'])
    .select(['g.status as group_status', 'g.requestable', 'g.directory_group_id', 'a.id as account_id', 'a.name as account_name'])
    .select(['a.environment', 'a.kind as account_kind', 'a.status as account_status', 'a.subscription_id'])
    .select(['r.reference', 'r.justification'])
    .select([
      person(sql`m.person_id`).as('person'),
      isActor(actor, sql`m.person_id`).as('own'),
      person(sql`m.granted_by`).as('granter'),
      person(sql`m.maximum_lifted_by`).as('lifter'),
      sql<boolean>`m.maximum_lifted_by is not null and not same_identity(m.maximum_lifted_by, m.person_id)`.as('maximum_is_lifted'),
      sql<string[]>`array(select o.person_id::text from account_owners o where o.account_id = a.id)`.as('owner_ids'),
      openExtension.as('extension'),
    ])
}
type AssignmentRow = Awaited<ReturnType<ReturnType<typeof selectAssignments>['executeTakeFirstOrThrow']>>

export function assignmentFacts(row: AssignmentRow) {
  return {
    personId: row.person_id,
    own: row.own,
    status: row.status,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    openRequest: row.extension?.reference ?? null,
    group: { status: row.group_status, requestable: row.requestable, maxDurationHours: row.max_duration_hours },
    maximumLifted: row.maximum_is_lifted,
    account: {
      kind: row.account_kind,
      status: row.account_status,
      subscriptionId: row.subscription_id,
      owners: row.owner_ids.map((id) => ({ id })),
    },
  }
}

type GrantRow = Pick<
  AssignmentRow,
  'id' | 'person' | 'via' | 'request_id' | 'reference' | 'granter' | 'reason' | 'justification' | 'starts_at' | 'ends_at' | 'status'
> &
  Pick<AssignmentRow, 'extension' | 'version' | 'created_at' | 'updated_at'>

export function presentGrant(row: GrantRow) {
  return {
    id: row.id,
    person: row.person,
    via: row.via,
    request: row.request_id && row.reference ? { id: row.request_id, reference: row.reference } : null,
    grantedBy: row.granter,
    reason: row.reason ?? row.justification,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at?.toISOString() ?? null,
    status: row.status,
    extension: row.extension,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function presentAssignment(actor: Person, row: AssignmentRow, now: Date): UserGroupAssignment {
  const facts = assignmentFacts(row)
  return {
    group: {
      id: row.group_id,
      name: row.group_name,
      description: row.description,
      roles: row.roles.map((role) => role.roleName),
      assignment: row.assignment,
      maxDurationHours: row.max_duration_hours,
    },
    account: { id: row.account_id, name: row.account_name, environment: row.environment },
    ...presentGrant(row),
    latestEnd: latestEnd(facts, now)?.toISOString() ?? null,
    maximumLifted: row.lifter && { by: row.lifter, at: row.maximum_lifted_at!.toISOString(), reason: row.maximum_lift_reason! },
    can: assignmentCan(actor, facts),
  }
}

/**
 * Resolves the ID of a group to the actor’s own membership in that group; a live membership takes precedence over ended ones. Any other ID
 * is returned unchanged.
 */
export async function membershipIdOf(db: Db, actor: Person, id: string): Promise<string> {
  const ownAssignments = await db
    .selectFrom('group_assignments')
    .select('id')
    .where('group_id', '=', id)
    .where('person_id', '=', actor.id)
    .orderBy(sql`status in ('expired', 'revoked')`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return ownAssignments?.id ?? id
}

export async function groupIdOf(db: Db, id: string): Promise<string> {
  const membership = await db.selectFrom('group_assignments').select('group_id').where('id', '=', id).executeTakeFirst()
  return membership?.group_id ?? id
}

/** @throws notFound */
export async function loadAssignmentRow(db: Db, actor: Person, id: string): Promise<AssignmentRow> {
  const row = await selectAssignments(db, actor).where('m.id', '=', id).executeTakeFirst()
  if (!row) throw new Failure('notFound', 'This assignment doesn’t exist.')
  return row
}

/** @throws notFound */
export async function lockAssignment(db: Db, actor: Person, id: string): Promise<AssignmentRow> {
  await db.selectFrom('group_assignments').select('id').where('id', '=', id).forUpdate().execute()
  return loadAssignmentRow(db, actor, id)
}
