import { type RawBuilder, sql } from 'kysely'
import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import type { ReviewOther } from '../../../db/tables.ts'
import { inScope, type ReviewScope } from './scope.ts'

export interface MembershipEntry {
  groupId: string
  personId: string
}

export async function groupsOf(db: Db, scope: ReviewScope): Promise<{ id: string; name: string; directoryId: string }[]> {
  const { rows } = await sql<{ id: string; name: string; directoryId: string }>`
    select g.id, g.name, g.directory_group_id as "directoryId" from access_groups g join accounts a on a.id = g.account_id
    where ${inScope(scope)} order by g.id`.execute(db)
  return rows
}

type Groups = readonly { id: string; directoryId: string }[]

/** @throws the directory’s errors */
export async function entriesOf(clients: Clients, groups: Groups): Promise<MembershipEntry[]> {
  return (await membersOf(clients, groups)).entries
}

/**
 * Reads the direct members and, in a separate field, the members that are not people.
 * @throws the directory’s errors
 */
export async function membersOf(
  clients: Clients,
  groups: Groups,
): Promise<{ entries: MembershipEntry[]; others: Omit<ReviewOther, 'group'>[] }> {
  const membersByGroup = await clients.graph.membersOfGroups(groups.map(({ directoryId }) => directoryId))
  const members = groups.map(async ({ id: groupId, directoryId }, index) => {
    // A group with more members than one page is read completely.
    const allMembers = membersByGroup[index]?.more
      ? await clients.graph.listDirectMembers(directoryId)
      : (membersByGroup[index]?.members ?? [])
    return allMembers.map((member) => ({
      groupId,
      id: member.id.toLowerCase(),
      name: member.displayName ?? member.id,
      type: member['@odata.type'],
    }))
  })
  const allMembers = (await Promise.all(members)).flat()
  const isPerson = ({ type }: { type: string | undefined }) => type === undefined || type === '#microsoft.graph.user'
  return {
    entries: allMembers.filter(isPerson).map(({ groupId, id }) => ({ groupId, personId: id })),
    others: allMembers
      .filter((member) => !isPerson(member))
      .map(({ type, ...member }) => ({ ...member, kind: type === '#microsoft.graph.group' ? 'group' : 'other' })),
  }
}

function entryTable(entries: readonly MembershipEntry[]): RawBuilder<unknown> {
  const rows = JSON.stringify(entries.map(({ groupId, personId }) => ({ group_id: groupId, person_id: personId })))
  return sql`json_to_recordset(${rows}) as e (group_id uuid, person_id uuid)`
}

/**
 * Selects the members of a scope’s groups from the record and from the directory, each person once per group. The columns are group_id,
 * person_id, via, since and until. The date of an adoption is not the start of the access, so `since` doesn’t use it.
 */
export function membershipsOf(scope: ReviewScope, entries: readonly MembershipEntry[]): RawBuilder<unknown> {
  return sql`
    select m.group_id, m.person_id, (array_agg(m.via order by m.via = 'adopted', m.created_at))[1] as via,
      min(m.starts_at) filter (where m.via <> 'adopted') as since,
      case when bool_or(m.ends_at is null) then null else max(m.ends_at) end as until
    from access_groups g
    join accounts a on a.id = g.account_id
    join group_assignments m on m.group_id = g.id and m.status in ('granting', 'active')
    where ${inScope(scope)}
    group by m.group_id, m.person_id
    union all
    select e.group_id, e.person_id, null, null, null
    from (select distinct e.group_id, e.person_id from ${entryTable(entries)}) e
    join access_groups g on g.id = e.group_id
    join accounts a on a.id = g.account_id
    join people p on p.id = e.person_id
    where ${inScope(scope)} and not exists (select from group_assignments m
      where m.group_id = e.group_id and m.person_id = e.person_id and m.status in ('granting', 'active', 'revoking'))`
}
