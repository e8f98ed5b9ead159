import { sql } from 'kysely'
import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'

/** Looks up groups that aren’t in the database yet, with their members. Runs before the transaction, because the directory is slow. */
export async function findGroupsByName({ db, clients }: { db: Db; clients: Clients }, ids: string[]) {
  if (ids.length === 0) return []
  const knownGroups = await db.selectFrom('directory_groups').select('id').where('id', 'in', ids).execute()
  const unknownIds = ids.filter((id) => !knownGroups.some((group) => group.id === id.toLowerCase()))
  const foundGroups = await Promise.all(
    unknownIds.map(async (id) => {
      const group = await clients.graph.getGroup(id)
      return group ? [{ id: group.id, name: group.displayName, members: await clients.graph.listGroupMembers(id) }] : []
    }),
  )
  return foundGroups.flat()
}

/**
 * Stores the groups that were looked up. Afterwards, the directory sync keeps their members current.
 * @throws invalidRequest with the IDs that aren’t groups
 */
export async function requireGroups(db: Db, ids: string[], foundGroups: Awaited<ReturnType<typeof findGroupsByName>>): Promise<void> {
  for (const { id, name, members } of foundGroups) {
    await db
      .insertInto('directory_groups')
      .values({ id, display_name: name ?? id, checked_at: null })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    const memberIds = members.map((member) => member.id)
    await sql`insert into directory_group_members (group_id, person_id)
      select ${id}, id from people where id = any (${memberIds}::uuid[]) on conflict do nothing`.execute(db)
  }
  if (ids.length === 0) return
  const rows = await db.selectFrom('directory_groups').select('id').where('id', 'in', ids).execute()
  const errors = ids.flatMap((id, index) =>
    rows.some((row) => row.id === id.toLowerCase()) ? [] : [{ field: `visibleTo.${index}`, message: 'isn’t a group in the directory' }],
  )
  if (errors.length > 0)
    throw new Failure('invalidRequest', 'One of the groups isn’t in the directory. Choose directory groups only.', { errors })
}
