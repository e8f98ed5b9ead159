import { randomUUID } from 'node:crypto'
import type { Db } from '../../../../db/database.ts'
import type { PimOrderKind, PimOrderStatus } from '../../../../db/tables.ts'

export interface NewOrder {
  activationId: string
  kind: PimOrderKind
  justification: string
  endsAt?: Date
  /** The earliest time that Azure accepts; the order waits until then. */
  notBefore?: Date
  asked?: boolean
  now: Date
}

/**
 * Stores an order before it is sent, under the name that Azure gets; the schedule `advancePrivilegedRoles` sends delayed ones. The caller
 * holds the activation’s lock.
 */
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
