import { cancelApproval } from '../../../approvals/openApproval.ts'
import type { Db } from '../../../db/database.ts'
import { pimActivationKind } from '../queries.ts'

/** Whoever has given a role back, or lost it, asks for no more time: nobody decides on it any longer. */
export async function dropExtensions(db: Db, activationIds: string[], now: Date): Promise<void> {
  if (activationIds.length === 0) return
  const dropped = await db
    .updateTable('pim_orders')
    .set({ status: 'refused', updated_at: now })
    .where('activation_id', 'in', activationIds)
    .where('status', '=', 'asked')
    .returning('activation_id')
    .execute()
  for (const { activation_id } of dropped) await cancelApproval(db, pimActivationKind, activation_id, now)
}
