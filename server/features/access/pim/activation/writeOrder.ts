import { randomUUID } from 'node:crypto'
import type { Db } from '../../../../db/database.ts'
import type { PimOrderKind, PimOrderStatus } from '../../../../db/tables.ts'

export interface NewOrder {
  activationId: string
  kind: PimOrderKind
  justification: string
  endsAt?: Date
  /** The earliest time at which Azure accepts the order. It is sent at that time. */
  notBefore?: Date
  needsApproval?: boolean
  now: Date
}

/**
 * Stores an order before it is sent. Its ID becomes the name of the request in Azure. The schedule `advancePrivilegedRoles` sends delayed
 * orders. The caller must have locked the activation.
 */
export async function writeOrder(db: Db, order: NewOrder): Promise<{ id: string; status: PimOrderStatus }> {
  const { activationId, kind, justification, endsAt, notBefore, needsApproval = false, now } = order
  const isDeferred = notBefore !== undefined && notBefore > now
  const status = needsApproval ? 'requested' : isDeferred ? 'waiting' : 'open'
  const id = randomUUID()
  await db
    .insertInto('pim_orders')
    .values({
      id,
      activation_id: activationId,
      kind,
      justification,
      ends_at: endsAt ?? null,
      not_before: isDeferred ? notBefore : null,
      status,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { id, status }
}
