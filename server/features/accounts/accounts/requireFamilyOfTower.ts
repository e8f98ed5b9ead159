import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'

/** Locks the family, so that it stays in the tower until the transaction ends. @throws invalidRequest */
export async function requireFamilyOfTower(db: Db, familyId: string, towerId: string): Promise<void> {
  const family = await db
    .selectFrom('families')
    .select('tower_id')
    .where('id', '=', familyId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (family?.tower_id === towerId.toLowerCase()) return
  const message = family ? 'This family belongs to another tower' : 'This family doesn’t exist'
  throw new Failure('invalidRequest', `${message}.`, { errors: [{ field: 'familyId', message }] })
}
