import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { DirectoryGroups } from '../../accounts/groups/directory.ts'
import { countPeers } from './accessLabels.ts'

/** A team with fewer people is too small for a comparison, so the whole department is compared instead. */
const minTeamSize = 2

interface Peers {
  /** `team`, or the name of a department such as `Commerce`; undefined if neither is known. */
  where: string | undefined
  ids: string[]
}

async function peersOf(db: Db, personId: string): Promise<Peers> {
  const { rows } = await sql<{ department: string | null; team: string[]; wider: string[] }>`
    select p.department,
      array(select t.id::text from people t where t.manager_id = p.manager_id and t.active and t.id <> p.id) as team,
      array(select d.id::text from people d where d.department = p.department and d.active and d.id <> p.id) as wider
    from people p where p.id = ${personId}`.execute(db)
  const row = rows[0]
  if (row && row.team.length >= minTeamSize) return { where: 'team', ids: row.team }
  return { where: row?.department ?? undefined, ids: row?.wider ?? [] }
}

interface RequestedGroup {
  id: string
  accountId: string
  directoryGroupId: string | null
  breadth: number
}

export async function describePeers(
  db: Db,
  personId: string,
  group: RequestedGroup,
  directoryGroups: DirectoryGroups | undefined,
): Promise<{ text: string; alone: boolean } | undefined> {
  const members = directoryGroups?.members?.value
  if (!members) return undefined
  const [{ where, ids }, comparableGroups] = await Promise.all([
    peersOf(db, personId),
    db
      .selectFrom('access_groups')
      .select('directory_group_id')
      .where('account_id', '=', group.accountId)
      .where('id', '<>', group.id)
      .where('breadth', '>=', group.breadth)
      .where('breadth', '>', 0)
      .where('status', '=', 'ready')
      .limit(200)
      .execute(),
  ])
  if (where === undefined || ids.length === 0) return { text: 'no team members in the directory', alone: false }
  const peers = new Set(ids)
  const peersIn = (id: string | null) =>
    (id ? (members.get(id)?.members ?? []) : []).filter((member) => peers.has(member.id)).map(({ id }) => id)
  const peopleWithGroup = new Set(peersIn(group.directoryGroupId))
  const similarPeople = new Set(
    comparableGroups.flatMap((each) => peersIn(each.directory_group_id)).filter((id) => !peopleWithGroup.has(id)),
  )
  const suffix =
    similarPeople.size > 0
      ? `; ${similarPeople.size}${peopleWithGroup.size > 0 ? ' more' : ''} of them ${similarPeople.size === 1 ? 'has' : 'have'} at least as much access through another group of the account`
      : ''
  return {
    text: `${countPeers(peopleWithGroup.size, ids.length, where)} ${peopleWithGroup.size === 1 ? 'is' : 'are'} in the group${suffix}`,
    alone: peopleWithGroup.size + similarPeople.size === 0,
  }
}
