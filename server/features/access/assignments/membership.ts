import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import { conflictsInDirectory } from '../groups/conflicts.ts'

const patienceMs = 4_000

/**
 * Before the transaction: whether the directory has the person in the group already, directly or through another, and in which groups
 * that do not go together with it. A directory that does not answer in time keeps nobody from asking; granting waits for it anyway.
 */
export async function askDirectory(outside: { db: Db; clients: Clients }, groupId: string, personId: string) {
  const [memberAlready, conflicting] = await Promise.all([
    isMemberAlready(outside, groupId, personId),
    conflictsInDirectory(outside, groupId, personId),
  ])
  return { memberAlready, conflicting }
}

async function isMemberAlready({ db, clients }: { db: Db; clients: Clients }, groupId: string, personId: string): Promise<boolean> {
  const group = await db.selectFrom('access_groups').select('directory_group_id').where('id', '=', groupId).executeTakeFirst()
  if (!group?.directory_group_id) return false
  const asked = clients.graph.groupsOfPerson(personId, [group.directory_group_id]).then(
    (found) => found.size > 0,
    () => false,
  )
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), patienceMs)
  })
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

export interface OwnGrants {
  /** Nothing is left to ask for: it has no end, or has not begun. */
  member: boolean
  /** The grant that a request would lengthen. */
  extends: { id: string; endsAt: Date } | null
  openRequest: string | null
}

/** What the person has of the group by way of Slipway. */
export async function ownFacts(db: Db, groupId: string, personId: string): Promise<OwnGrants> {
  const [grants, request] = await Promise.all([
    db
      .selectFrom('group_assignments')
      .select(['id', 'status', 'ends_at'])
      .where('group_id', '=', groupId)
      .where('person_id', '=', personId)
      .where('status', 'in', ['scheduled', 'granting', 'active'])
      .orderBy('ends_at', 'desc')
      .execute(),
    db
      .selectFrom('access_requests')
      .select('reference')
      .where('group_id', '=', groupId)
      .where('requester_id', '=', personId)
      .where('status', 'in', ['pending_approval', 'changes_requested'])
      .executeTakeFirst(),
  ])
  const last = grants.find(({ status, ends_at }) => status === 'active' && ends_at !== null)
  const extendable = last && !grants.some(({ ends_at }) => ends_at === null) ? { id: last.id, endsAt: last.ends_at! } : null
  return { member: grants.length > 0 && !extendable, extends: extendable, openRequest: request?.reference ?? null }
}

/** The same with what the directory says, as the rule for asking wants it: whoever is in for a while may ask to stay. */
export function whereOneStands(own: OwnGrants, memberAlready: boolean): Pick<OwnGrants, 'member' | 'openRequest'> {
  return { member: own.member || (memberAlready && !own.extends), openRequest: own.openRequest }
}
