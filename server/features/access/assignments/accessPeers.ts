import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { GroupsOutside } from '../../accounts/groups/directory.ts'

/** A smaller team says little, so the whole department is compared instead. */
const leastTeam = 2

interface Peers {
  /** `team` or a department such as `Commerce`; undefined if neither is known. */
  where: string | undefined
  ids: string[]
}

/** Finds the colleagues of a person: people with the same manager, or else of the same department. */
async function peersOf(db: Db, personId: string): Promise<Peers> {
  const { rows } = await sql<{ department: string | null; team: string[]; wider: string[] }>`
    select p.department,
      array(select t.id::text from people t where t.manager_id = p.manager_id and t.active and t.id <> p.id) as team,
      array(select d.id::text from people d where d.department = p.department and d.active and d.id <> p.id) as wider
    from people p where p.id = ${personId}`.execute(db)
  const row = rows[0]
  if (row && row.team.length >= leastTeam) return { where: 'team', ids: row.team }
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
  outside: GroupsOutside | undefined,
): Promise<{ text: string; alone: boolean } | undefined> {
  const members = outside?.members?.value
  if (!members) return undefined
  const [{ where, ids }, comparable] = await Promise.all([
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
  if (where === undefined || ids.length === 0) return { text: 'no known team members', alone: false }
  const peers = new Set(ids)
  const peersIn = (id: string | null) =>
    (id ? (members.get(id)?.members ?? []) : []).filter((member) => peers.has(member.id)).map(({ id }) => id)
  const same = new Set(peersIn(group.directoryGroupId))
  const alike = new Set(comparable.flatMap((each) => peersIn(each.directory_group_id)).filter((id) => !same.has(id)))
  const of = where === 'team' ? `the ${ids.length} other people of their team` : `${ids.length} others in ${where}`
  const more =
    alike.size > 0 ? `; ${alike.size} more ${alike.size === 1 ? 'has' : 'have'} at least as much through another group of the account` : ''
  const some = same.size === 0 ? 'none' : String(same.size)
  return { text: `${some} of ${of} ${same.size === 1 ? 'is' : 'are'} in it${more}`, alone: same.size + alike.size === 0 }
}
