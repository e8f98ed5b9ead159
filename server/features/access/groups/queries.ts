import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { people } from '../../../people/queries.ts'
import { accessGroupCan } from '../../accounts/groups/policy.ts'
import type { AccessGroupPreview, ListedAccessGroup } from './schemas.ts'

const noSuchGroup = 'This access group doesn’t exist.'

export function groupSummaryRows(db: Db) {
  return db
    .selectFrom('access_groups as g')
    .innerJoin('accounts as a', 'a.id', 'g.account_id')
    .select([
      'g.id',
      'g.name',
      'g.description',
      'g.status',
      'g.assignment',
      'g.roles',
      'g.requestable',
      'g.max_duration_hours',
      'a.id as account_id',
    ])
    .select('a.name as account_name')
    .where('g.status', '<>', 'deleted')
}
type GroupSummaryRow = Awaited<ReturnType<ReturnType<typeof groupSummaryRows>['executeTakeFirstOrThrow']>>

export function presentPreview(row: GroupSummaryRow): Static<typeof AccessGroupPreview> {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status as Exclude<typeof row.status, 'deleted'>,
    account: { id: row.account_id, name: row.account_name },
    assignment: row.assignment,
    roles: row.roles.map(({ roleName }) => roleName),
    requestable: row.requestable,
    maxDurationHours: row.max_duration_hours,
  }
}

export function listedRows(db: Db, actor: Person) {
  return groupSummaryRows(db)
    .innerJoin('families as f', 'f.id', 'a.family_id')
    .innerJoin('towers as t', 't.id', 'a.tower_id')
    .select(['g.allowed_actions', 'g.breadth', 'g.abilities', 'g.version', 'g.created_at', 'g.updated_at', 'g.directory_group_id'])
    .select(['a.environment', 'a.kind', 'a.status as account_status', 'a.subscription_id', 'a.description as account_description'])
    .select(['t.id as tower_id', 't.name as tower_name', 'f.id as family_id', 'f.name as family_name'])
    .select([
      people(sql`account_owners`, sql`l.account_id = a.id`).as('owners'),
      sql<{ until: string | null } | null>`(
        select json_build_object('until', to_char(m.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from group_assignments m where m.group_id = g.id and m.person_id = ${actor.id} and m.status in ('scheduled', 'granting', 'active')
        order by m.ends_at desc nulls first limit 1)`.as('own'),
      sql<{ id: string; reference: string; status: string } | null>`(
        select json_build_object('id', r.id, 'reference', r.reference, 'status', r.status) from access_requests r
        where r.group_id = g.id and r.requester_id = ${actor.id} and r.status in ('pending_approval', 'changes_requested')
        order by r.created_at desc limit 1)`.as('own_request'),
    ])
}
export type ListedRow = Awaited<ReturnType<ReturnType<typeof listedRows>['executeTakeFirstOrThrow']>>

/** @param inDirectory directory IDs of groups in which the actor is a member */
export function presentListed(actor: Person, row: ListedRow, inDirectory: ReadonlySet<string> = new Set()): ListedAccessGroup {
  const member = row.own !== null || (row.directory_group_id !== null && inDirectory.has(row.directory_group_id))
  const account = { kind: row.kind, status: row.account_status, subscriptionId: row.subscription_id, owners: row.owners }
  return {
    ...presentPreview(row),
    account: { id: row.account_id, name: row.account_name, environment: row.environment },
    tower: { id: row.tower_id, name: row.tower_name },
    family: { id: row.family_id, name: row.family_name },
    owners: row.owners,
    allowedActions: row.allowed_actions,
    breadth: row.breadth,
    mine: { member, until: row.own?.until ?? null, request: row.own_request },
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    can: accessGroupCan(actor, account, row, { member, openRequest: row.own_request?.reference ?? null }),
  }
}

/** @throws notFound */
export async function requireAnyGroup(db: Db, actor: Person, condition: { id: string } | { name: string }): Promise<ListedRow> {
  const row = await listedRows(db, actor)
    .$if('id' in condition, (query) => query.where('g.id', '=', 'id' in condition ? condition.id : ''))
    .$if('name' in condition, (query) => query.where('g.name', '=', sql<string>`lower(${'name' in condition ? condition.name : ''})`))
    .executeTakeFirst()
  if (!row) throw new Failure('notFound', noSuchGroup)
  return row
}
