import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import type { Database, GapOutcome } from '../../../db/tables.ts'

export type Gap = Selectable<Database['ownership_gaps']>

export interface OwnedAccount {
  id: string
  name: string
  status: string
  owners: { id: string; displayName: string; department: string | null; active: boolean }[]
}

export const validOwners = (account: OwnedAccount) => account.owners.filter((owner) => owner.active)

/**
 * Locks the account until the transaction ends. If the account has no active owner, it first gets one, provided that the database finds a
 * candidate.
 */
export async function lockOwned(db: Db, accountId: string): Promise<OwnedAccount | undefined> {
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'name', 'status'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  if (!account) return undefined
  await sql`select ensure_active_owner(${accountId}::uuid)`.execute(db)
  const owners = await db
    .selectFrom('account_owners as o')
    .innerJoin('people as p', 'p.id', 'o.person_id')
    .select(['p.id', 'p.display_name as displayName', 'p.department', 'p.active'])
    .where('o.account_id', '=', accountId)
    .orderBy('o.position')
    .orderBy('p.id')
    .execute()
  return { ...account, owners }
}

export function openGaps(db: Db, accountId: string): Promise<Gap[]> {
  return db
    .selectFrom('ownership_gaps')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('resolved_at', 'is', null)
    .orderBy('reason')
    .orderBy('opened_at')
    .execute()
}

export async function closeGap(
  db: Db,
  gapId: string,
  { outcome, successorId = null, now }: { outcome: GapOutcome; successorId?: string | null; now: Date },
): Promise<void> {
  await updateRow(db, 'ownership_gaps', gapId, { resolved_at: now, outcome, successor_id: successorId, synced_at: now })
}
