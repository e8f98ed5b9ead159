import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import type { Clients } from '../../../clients/clients.ts'
import { withDeadline } from '../../../clients/withDeadline.ts'
import type { Db } from '../../../db/database.ts'
import type { RequestConflict } from '../../../db/tables.ts'
import { people, person } from '../../../people/queries.ts'
import { canAddConflict } from './policy.ts'
import type { GroupConflict } from './schemas.ts'

const maxWaitMs = 3_000
const maxConflicts = 100

/** The two groups of a pair are stored in sorted order, so that each pair exists once. */
export function pairOf(a: string, b: string): { group_id: string; other_id: string } {
  const [firstId, otherId] = [a.toLowerCase(), b.toLowerCase()].sort() as [string, string]
  return { group_id: firstId, other_id: otherId }
}

function conflicting(groupId: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select c.other_id as id, c.reason, c.created_by, c.created_at from access_group_conflicts c where c.group_id = ${groupId}
    union all
    select c.group_id as id, c.reason, c.created_by, c.created_at from access_group_conflicts c where c.other_id = ${groupId})`
}

export async function loadConflicts(
  db: Db,
  actor: Person,
  group: { id: string; owners: { id: string }[] },
  onlyGroupId?: string,
): Promise<GroupConflict[]> {
  const { rows } = await sql<{
    id: string
    name: string
    reason: string
    account_id: string
    account_name: string
    created_at: Date
    owners: { id: string }[]
    added_by: GroupConflict['addedBy']
  }>`select g.id, g.name, c.reason, c.created_at, a.id as account_id, a.name as account_name,
      ${people(sql`account_owners`, sql`l.account_id = a.id`)} as owners, ${person(sql`c.created_by`)} as added_by
    from ${conflicting(group.id)} c join access_groups g on g.id = c.id and g.status <> 'deleted' join accounts a on a.id = g.account_id
    ${onlyGroupId ? sql`where g.id = ${onlyGroupId}` : sql``} order by g.name limit ${maxConflicts}`.execute(db)
  return rows.map((row) => ({
    group: { id: row.id, name: row.name, account: { id: row.account_id, name: row.account_name } },
    reason: row.reason,
    addedBy: row.added_by,
    addedAt: row.created_at.toISOString(),
    can: { remove: canAddConflict(actor, group, row) },
  }))
}

/** @param inDirectory SQL for the IDs of groups in which the directory has the person */
export function heldConflicts(
  groupId: RawBuilder<unknown>,
  personId: RawBuilder<unknown>,
  inDirectory = sql`'{}'::uuid[]`,
): RawBuilder<unknown> {
  return sql`(select g.id as "groupId", g.name, c.reason, case when held.it then 'member' else 'requested' end as holds
    from ${conflicting(groupId)} c
    join access_groups g on g.id = c.id and g.status <> 'deleted'
    cross join lateral (select g.id = any (${inDirectory}) or exists (
      select from group_assignments m where m.group_id = g.id and same_identity(m.person_id, ${personId})
        and m.status in ('scheduled', 'granting', 'active')) as it) held
    where held.it or exists (
      select from access_requests r where r.group_id = g.id and same_identity(r.requester_id, ${personId})
        and r.status in ('pending_approval', 'changes_requested')))`
}

/**
 * Finds conflicting groups in which the person has access or a pending request, with any of their user accounts.
 * @param inDirectory the result of `conflictsInDirectory`; without this result, only Slipway’s own grants count
 */
export async function conflictsOf(
  db: Db,
  groupId: string,
  personId: string,
  inDirectory: ReadonlySet<string> = new Set(),
): Promise<RequestConflict[]> {
  const conflicts = heldConflicts(sql`${groupId}::uuid`, sql`${personId}::uuid`, sql`${[...inDirectory]}::uuid[]`)
  const { rows } = await sql<RequestConflict>`select * from ${conflicts} c order by name limit ${maxConflicts}`.execute(db)
  return rows
}

/**
 * Finds the conflicting groups in which the directory has the person as a member, directly or through another group. Runs before the
 * transaction. If the directory doesn’t respond in time, only Slipway’s own grants count.
 */
export async function conflictsInDirectory(
  { db, clients }: { db: Db; clients: Clients },
  groupId: string,
  personId: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; directory_group_id: string }>`select g.id, g.directory_group_id
    from ${conflicting(groupId)} c join access_groups g on g.id = c.id
    where g.status <> 'deleted' and g.directory_group_id is not null limit ${maxConflicts}`.execute(db)
  if (rows.length === 0) return new Set()
  const memberships = clients.graph.groupsOfPerson(
    personId,
    rows.map((row) => row.directory_group_id),
  )
  const membership = await withTimeout(memberships)
  return new Set(rows.filter((row) => membership.has(row.directory_group_id)).map(({ id }) => id))
}

export function membershipsIn(clients: Clients, personId: string, directoryGroupIds: string[]): Promise<ReadonlySet<string>> {
  return directoryGroupIds.length === 0
    ? Promise.resolve(new Set())
    : withTimeout(clients.graph.groupsOfPerson(personId, directoryGroupIds))
}

async function withTimeout(promise: Promise<Set<string>>): Promise<ReadonlySet<string>> {
  return (
    (await withDeadline(
      maxWaitMs,
      promise.catch(() => undefined),
    )) ?? new Set()
  )
}
