import type { Graph } from '../../../clients/graph.ts'
import type { Db } from '../../../db/database.ts'
import type { UpdateInput } from './input.ts'

/** Makes the account's owners the owners of the access groups Slipway made for it; whoever owns it no more owns them no more. */
export async function handOverGroups(db: Db, graph: Graph, input: UpdateInput): Promise<void> {
  const groupIds = await accessGroupIds(db, input.accountId)
  if (groupIds.length === 0) return
  const owners = await db.selectFrom('account_owners').select('person_id').where('account_id', '=', input.accountId).execute()
  const ownerIds = owners.map((owner) => owner.person_id)
  const before = (input.change.before.owners ?? []) as { id: string }[]
  const gone = before.map((owner) => owner.id).filter((id) => !ownerIds.includes(id))
  for (const groupId of groupIds) {
    // The new ones first: the directory keeps no group without an owner.
    for (const id of ownerIds) await graph.addGroupOwner(groupId, id)
    for (const id of gone) await graph.removeGroupOwner(groupId, id)
  }
}

/** The groups the account was built with. */
async function accessGroupIds(db: Db, accountId: string): Promise<string[]> {
  const made = await db
    .selectFrom('accounts as a')
    .innerJoin('work_runs as r', (join) => join.onRef('r.subject_id', '=', 'a.request_id').on('r.kind', '=', 'buildAccount'))
    .innerJoin('work_steps as s', (join) => join.onRef('s.run_id', '=', 'r.id').on('s.name', '=', 'createAccessGroups'))
    .select('s.output')
    .where('a.id', '=', accountId)
    .executeTakeFirst()
  return ((made?.output?.groups ?? []) as { id: string }[]).map((group) => group.id)
}
