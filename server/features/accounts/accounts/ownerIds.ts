import type { Db } from '../../../db/database.ts'

/** Owners and whoever asked: those who are told how it goes. */
export async function concerned(db: Db, accountId: string, requesterId: string): Promise<string[]> {
  return [...new Set([requesterId, ...(await ownerIdsOf(db, accountId))])]
}

/** In the order of the ids, so that two lists compare. */
export async function ownerIdsOf(db: Db, accountId: string): Promise<string[]> {
  const owners = await db
    .selectFrom('account_owners')
    .select('person_id')
    .where('account_id', '=', accountId)
    .orderBy('person_id')
    .execute()
  return owners.map((owner) => owner.person_id)
}
