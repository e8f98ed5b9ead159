import type { Graph } from '../../../../clients/graph/graph.ts'
import type { Db } from '../../../../db/database.ts'

/** @param before IDs of the owners before the change, who are removed from the access groups unless they still own the account */
export async function handOverGroups(db: Db, graph: Graph, accountId: string, before: readonly string[]): Promise<void> {
  const groupIds = await accessGroupIds(db, accountId)
  if (groupIds.length === 0) return
  const owners = await db
    .selectFrom('account_owners as o')
    .innerJoin('people as p', 'p.id', 'o.person_id')
    .select(['p.id', 'p.active'])
    .where('o.account_id', '=', accountId)
    .execute()
  const ownerIds = owners.map((owner) => owner.id)
  const removedOwnerIds = before.filter((id) => !ownerIds.includes(id))
  for (const groupId of groupIds) {
    // New owners are added first, because the directory doesn't allow a group without an owner. The directory doesn't know people who have
    // left.
    for (const { id } of owners.filter((owner) => owner.active)) await graph.addGroupOwner(groupId, id)
    for (const id of removedOwnerIds) await graph.removeGroupOwner(groupId, id)
  }
}

async function accessGroupIds(db: Db, accountId: string): Promise<string[]> {
  const groups = await db
    .selectFrom('access_groups')
    .select('directory_group_id')
    .where('account_id', '=', accountId)
    .where('status', '<>', 'deleted')
    .where('directory_group_id', 'is not', null)
    .execute()
  return groups.map((group) => group.directory_group_id!)
}
