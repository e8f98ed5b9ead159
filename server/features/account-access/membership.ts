import type { Clients } from '../../clients/clients.ts'
import type { Db } from '../../db/database.ts'

const patienceMs = 4_000

/**
 * Before the transaction: whether the directory has the person in the group already, directly or through another.
 * A directory that does not answer in time keeps nobody from asking; granting waits for it anyway.
 */
export async function isMemberAlready({ db, clients }: { db: Db; clients: Clients }, groupId: string, personId: string): Promise<boolean> {
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

/** What the person has of the group by way of Slipway. */
export async function ownFacts(db: Db, groupId: string, personId: string): Promise<{ member: boolean; openRequest: string | null }> {
  const [grant, request] = await Promise.all([
    db
      .selectFrom('group_assignments')
      .select('id')
      .where('group_id', '=', groupId)
      .where('person_id', '=', personId)
      .where('status', 'in', ['scheduled', 'granting', 'active'])
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('access_requests')
      .select('reference')
      .where('group_id', '=', groupId)
      .where('requester_id', '=', personId)
      .where('status', 'in', ['pending_approval', 'changes_requested'])
      .executeTakeFirst(),
  ])
  return { member: grant !== undefined, openRequest: request?.reference ?? null }
}
