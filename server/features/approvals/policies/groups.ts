import { sql } from 'kysely'
import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import type { PolicyStage } from '../../../db/tables.ts'
import { groupsOf } from '../../../people/refreshApproverGroups.ts'

interface FoundGroup {
  id: string
  name: string
  memberIds: string[]
}

/** Reads unknown groups and their members from the directory, so it runs before the transaction. */
export async function lookUpApproverGroups(
  { db, clients }: { db: Db; clients: Clients },
  stages: PolicyStage[] = [],
): Promise<FoundGroup[]> {
  const ids = [...new Set(stages.flatMap(({ rule, alternates }) => [...groupsOf(rule), ...(alternates ? groupsOf(alternates) : [])]))]
  if (ids.length === 0) return []
  const knownGroups = await db.selectFrom('directory_groups').select('id').where('id', 'in', ids).execute()
  const unknownIds = ids.filter((id) => !knownGroups.some((group) => group.id === id.toLowerCase()))
  const foundGroups = await Promise.all(
    unknownIds.map(async (id) => {
      const group = await clients.graph.getGroup(id)
      if (!group) return []
      const members = await clients.graph.listGroupMembers(id)
      return [{ id: group.id, name: group.displayName ?? group.id, memberIds: members.map((member) => member.id) }]
    }),
  )
  return foundGroups.flat()
}

/** Stores the groups in the transaction. Afterwards, the directory sync keeps their members current. */
export async function upsertApproverGroups(db: Db, foundGroups: FoundGroup[]): Promise<void> {
  for (const { id, name, memberIds } of foundGroups) {
    await db
      .insertInto('directory_groups')
      .values({ id, display_name: name, checked_at: null })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    await sql`insert into directory_group_members (group_id, person_id)
      select ${id}, id from people where id = any (${memberIds}::uuid[]) on conflict do nothing`.execute(db)
  }
}
