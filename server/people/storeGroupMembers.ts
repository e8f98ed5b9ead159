import { sql } from 'kysely'
import { recordSystemEvent } from '../audit/recordSystemEvent.ts'
import type { Clients } from '../clients/clients.ts'
import { type Db, inTransaction } from '../db/database.ts'

type Member = Awaited<ReturnType<Clients['graph']['listGroupMembers']>>[number]

/** Replaces a group's members with the directory's; unknown people are left to the next sync. */
export async function storeGroupMembers(db: Db, groupId: string, members: Member[], at: Date): Promise<void> {
  const ids = members.map((member) => member.id)
  await inTransaction(db, async (tx) => {
    await tx.selectFrom('directory_groups').select('id').where('id', '=', groupId).forUpdate().execute()
    const left = await tx
      .deleteFrom('directory_group_members')
      .where('group_id', '=', groupId)
      .where('person_id', 'not in', ids.length > 0 ? ids : [groupId])
      .returning('person_id')
      .execute()
    const { rows: joined } = await sql<{
      person_id: string
    }>`insert into directory_group_members (group_id, person_id) select ${groupId}, id from people where id = any (${ids}::uuid[]) on conflict do nothing returning person_id`.execute(
      tx,
    )
    if (left.length + joined.length > 0)
      await recordSystemEvent(tx, {
        action: 'approversChanged',
        subject: { kind: 'directoryGroup', id: groupId },
        after: { joined: joined.map(({ person_id }) => person_id), left: left.map(({ person_id }) => person_id) },
        reason: 'The directory has others in this group, whose members decide.',
      })
    await tx.updateTable('directory_groups').set({ checked_at: at }).where('id', '=', groupId).execute()
  })
}
