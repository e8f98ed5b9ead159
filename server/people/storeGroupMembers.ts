import { sql } from 'kysely'
import { recordSystemEvent } from '../audit/recordSystemEvent.ts'
import type { Clients } from '../clients/clients.ts'
import { type Db, inTransaction } from '../db/database.ts'

type Member = Awaited<ReturnType<Clients['graph']['listGroupMembers']>>[number]

/** Replaces the members of a group with the members in the directory. The next sync adds people whom Slipway doesn't know yet. */
export async function storeGroupMembers(db: Db, groupId: string, members: Member[], at: Date): Promise<void> {
  const ids = members.map((member) => member.id)
  await inTransaction(db, async (tx) => {
    await tx.selectFrom('directory_groups').select('id').where('id', '=', groupId).forUpdate().execute()
    const removedMembers = await tx
      .deleteFrom('directory_group_members')
      .where('group_id', '=', groupId)
      .where('person_id', 'not in', ids.length > 0 ? ids : [groupId])
      .returning('person_id')
      .execute()
    const { rows: joinedMembers } = await sql<{
      person_id: string
    }>`insert into directory_group_members (group_id, person_id) select ${groupId}, id from people where id = any (${ids}::uuid[]) on conflict do nothing returning person_id`.execute(
      tx,
    )
    if (removedMembers.length + joinedMembers.length > 0)
      await recordSystemEvent(tx, {
        action: 'approversChanged',
        subject: { kind: 'directoryGroup', id: groupId },
        after: { joined: joinedMembers.map(({ person_id }) => person_id), left: removedMembers.map(({ person_id }) => person_id) },
        reason: 'The members of this approver group changed in the directory.',
      })
    await tx.updateTable('directory_groups').set({ checked_at: at }).where('id', '=', groupId).execute()
  })
}
