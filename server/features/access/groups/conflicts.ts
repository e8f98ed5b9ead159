import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../auth/actor.ts'
import { isActor } from '../../../auth/sameHuman.ts'
import { answerWithin } from '../../../clients/answerWithin.ts'
import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import type { RequestConflict } from '../../../db/tables.ts'
import { people, person } from '../../../people/queries.ts'
import { canSeparate } from './policy.ts'
import type { GroupConflict } from './schemas.ts'

const maxWaitMs = 3_000
/** The limit for conflicts shown with a group and for groups looked up in the directory. */
const max = 100

/** A pair is stored in sorted order, so that each exists once. */
export function pairOf(one: string, other: string): { group_id: string; other_id: string } {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()].sort() as [string, string]
  return { group_id: first, other_id: second }
}

function conflicting(groupId: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select c.other_id as id, c.reason, c.created_by, c.created_at from access_group_conflicts c where c.group_id = ${groupId}
    union all
    select c.group_id as id, c.reason, c.created_by, c.created_at from access_group_conflicts c where c.other_id = ${groupId})`
}

export async function readConflicts(
  db: Db,
  actor: Person,
  group: { id: string; owners: { id: string }[] },
  only?: string,
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
    ${only ? sql`where g.id = ${only}` : sql``} order by g.name limit ${max}`.execute(db)
  return rows.map((row) => ({
    group: { id: row.id, name: row.name, account: { id: row.account_id, name: row.account_name } },
    reason: row.reason,
    addedBy: row.added_by,
    addedAt: row.created_at.toISOString(),
    can: { remove: canSeparate(actor, group, row) },
  }))
}

/**
 * Finds conflicting groups in which the person has access or a pending request, with any of their accounts.
 * @param inDirectory the result of `conflictsInDirectory`; without it, only Slipway’s own grants count
 */
export async function conflictsOf(
  db: Db,
  groupId: string,
  personId: string,
  inDirectory: ReadonlySet<string> = new Set(),
): Promise<RequestConflict[]> {
  const { rows } = await sql<RequestConflict>`select g.id as "groupId", g.name, c.reason,
      case when held.it then 'member' else 'asked' end as holds
    from ${conflicting(groupId)} c
    join access_groups g on g.id = c.id and g.status <> 'deleted'
    cross join lateral (select g.id = any (${[...inDirectory]}::uuid[]) or exists (
      select from group_assignments m where m.group_id = g.id and ${isActor({ id: personId }, sql`m.person_id`)}
        and m.status in ('scheduled', 'granting', 'active')) as it) held
    where held.it or exists (
      select from access_requests r where r.group_id = g.id and ${isActor({ id: personId }, sql`r.requester_id`)}
        and r.status in ('pending_approval', 'changes_requested'))
    order by g.name limit ${max}`.execute(db)
  return rows
}

/**
 * Runs before the transaction and finds the conflicting groups that the directory has the person in, directly or through another group. If
 * the directory doesn’t answer in time, only Slipway’s own grants count.
 */
export async function conflictsInDirectory(
  { db, clients }: { db: Db; clients: Clients },
  groupId: string,
  personId: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; directory_group_id: string }>`select g.id, g.directory_group_id
    from ${conflicting(groupId)} c join access_groups g on g.id = c.id
    where g.status <> 'deleted' and g.directory_group_id is not null limit ${max}`.execute(db)
  if (rows.length === 0) return new Set()
  const asked = clients.graph.groupsOfPerson(
    personId,
    rows.map((row) => row.directory_group_id),
  )
  const found = await inTime(asked)
  return new Set(rows.filter((row) => found.has(row.directory_group_id)).map(({ id }) => id))
}

export function membershipsIn(clients: Clients, personId: string, directoryGroupIds: string[]): Promise<ReadonlySet<string>> {
  return directoryGroupIds.length === 0 ? Promise.resolve(new Set()) : inTime(clients.graph.groupsOfPerson(personId, directoryGroupIds))
}

async function inTime(answer: Promise<Set<string>>): Promise<ReadonlySet<string>> {
  return (
    (await answerWithin(
      maxWaitMs,
      answer.catch(() => undefined),
    )) ?? new Set()
  )
}
