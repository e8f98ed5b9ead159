import type { Db } from '../../../db/database.ts'

export async function affectedPersonIds(db: Db, accountId: string, requesterId: string): Promise<string[]> {
  return [...new Set([requesterId, ...(await ownerIdsOf(db, accountId))])]
}

/** Sorts by ID, so that two lists can be compared. */
export async function ownerIdsOf(db: Db, accountId: string): Promise<string[]> {
  const owners = await db
    .selectFrom('account_owners')
    .select('person_id')
    .where('account_id', '=', accountId)
    .orderBy('person_id')
    .execute()
  return owners.map((owner) => owner.person_id)
}
