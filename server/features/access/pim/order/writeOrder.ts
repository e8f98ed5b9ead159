import { randomUUID } from 'node:crypto'
import type { Db } from '../../../../db/database.ts'
import type { PimOrderKind, PimOrderStatus } from '../../../../db/tables.ts'

export interface NewOrder {
  activationId: string
  kind: PimOrderKind
  justification: string
  /** When an extended role is to end. */
  endsAt?: Date
  /** Azure takes it no earlier; until then it waits. */
  notBefore?: Date
  /** It is sent once it is approved. */
  asked?: boolean
  now: Date
}

/** Writes an order to Azure before it is sent, under the name it is sent with; the schedule `advancePrivilegedRoles` sends what waits. The caller holds the activation's row. */
export async function writeOrder(db: Db, order: NewOrder): Promise<{ id: string; status: PimOrderStatus }> {
  const { activationId, kind, justification, endsAt, notBefore, asked = false, now } = order
  const waits = notBefore !== undefined && notBefore > now
  const status = asked ? 'asked' : waits ? 'waiting' : 'open'
  const id = randomUUID()
  await db
    .insertInto('pim_orders')
    .values({
      id,
      activation_id: activationId,
      kind,
      justification,
      ends_at: endsAt ?? null,
      not_before: waits ? notBefore : null,
      status,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { id, status }
}
