import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { type fetchUnknownPeople, requirePeople } from '../../../people/requirePeople.ts'

export async function setOwners(
  db: Db,
  config: Config,
  accountId: string,
  ownerIds: string[],
  foundPeople: Awaited<ReturnType<typeof fetchUnknownPeople>>,
): Promise<void> {
  await requirePeople(db, config, 'ownerIds', ownerIds, foundPeople)
  await db.deleteFrom('account_owners').where('account_id', '=', accountId).execute()
  await db
    .insertInto('account_owners')
    .values(ownerIds.map((person_id, position) => ({ account_id: accountId, person_id, position })))
    .execute()
}
