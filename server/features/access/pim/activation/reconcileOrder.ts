import { sql } from 'kysely'
import { recordSystemEvent } from '../../../../audit/recordSystemEvent.ts'
import type { Db } from '../../../../db/database.ts'
import { updateRow } from '../../../../db/rows.ts'
import type { ActivationStatus } from '../../../../db/tables.ts'
import { notify } from '../../../../notifications/notify.ts'
import { publishChange } from '../../../../workflows/changes.ts'
import type { Outcome } from './loadOrder.ts'
import { loadOrder, type Order } from './loadOrder.ts'
import { writeOrder } from './writeOrder.ts'

const minute = 60_000

/**
 * Records the result of an order in the transaction that ends the run. The person is notified of results that the screen doesn’t show at
 * that moment.
 */
export async function reconcileOrder(db: Db, orderId: string, outcome: Outcome, now: Date): Promise<void> {
  const order = await loadOrder(db, orderId)
  if (order.status !== 'open') return
  const rejection = 'rejected' in outcome ? outcome.rejected : undefined
  await updateRow(db, 'pim_orders', orderId, { status: rejection ? 'rejected' : 'done', updated_at: now })
  const change =
    rejection === undefined && !('rejected' in outcome)
      ? changeAfterSuccess(order, outcome, now)
      : changeAfterRejection(order, rejection!, now)
  const updatedOrder = await db
    .updateTable('pim_activations')
    .set({ ...change, version: sql`version + 1`, updated_at: now })
    .where('id', '=', order.activation_id)
    .where('status', '=', statusWhileSending[order.kind])
    .returning(['status', 'starts_at', 'ends_at'])
    .executeTakeFirst()
  // Azure extended an activation that Slipway recorded as ended in the meantime, so the role is removed in Azure.
  if (order.kind === 'extend' && !updatedOrder && !rejection && order.activation_status === 'ended')
    await writeOrder(db, {
      activationId: order.activation_id,
      kind: 'remove',
      justification: 'The role had ended before Azure extended it.',
      notBefore: new Date(now.getTime() + minute),
      now,
    })
  await recordSystemEvent(db, {
    action: systemActions[order.kind],
    subject: { kind: 'pimActivation', id: order.activation_id },
    ...(updatedOrder && { before: { status: order.activation_status }, after: { role: order.role_name, ...updatedOrder } }),
    reason: rejection ?? 'Azure applied the change as requested.',
    outcome: rejection ? 'failed' : 'allowed',
  })
  if (rejection)
    await notifyPerson(db, order, {
      title: `${order.role_name}: ${failureTexts[order.kind]}`,
      body: rejection,
      key: `pim:${orderId}:rejected`,
    })
  await publishRoleChange(db, order)
}

/** The status of the activation while an order runs. An activation that has ended in the meantime keeps its status. */
const statusWhileSending = { assign: 'sending', extend: 'active', remove: 'ending' } as const
const systemActions = { assign: 'privilegedRoleGiven', extend: 'privilegedRoleExtended', remove: 'privilegedRoleRevoked' } as const
export const failureTexts = {
  assign: 'Azure didn’t activate the role',
  extend: 'Azure didn’t extend the role',
  remove: 'Azure didn’t deactivate the role',
}

interface Change {
  status?: ActivationStatus
  starts_at?: Date
  ends_at?: Date
  minutes?: number
  problem?: string | null
}

function changeAfterSuccess(
  order: Order,
  { startsAt, endsAt }: { startsAt?: string | undefined; endsAt?: string | undefined },
  now: Date,
): Change {
  if (order.kind === 'remove')
    // An activation that had not started counts as cancelled.
    return order.starts_at! > now
      ? { status: 'cancelled', problem: null }
      : { status: 'deactivated', ends_at: order.ends_at! < now ? order.ends_at! : now, problem: null }
  if (order.kind === 'extend') {
    const ends_at = endsAt ? new Date(endsAt) : order.new_end!
    return { ends_at, minutes: Math.round((ends_at.getTime() - order.starts_at!.getTime()) / minute), problem: null }
  }
  const starts_at = startsAt ? new Date(startsAt) : now
  const ends_at = endsAt ? new Date(endsAt) : new Date(starts_at.getTime() + order.minutes * minute)
  // Azure’s clock and Slipway’s can differ by seconds.
  return { status: starts_at.getTime() - now.getTime() > minute ? 'scheduled' : 'active', starts_at, ends_at, problem: null }
}

function changeAfterRejection(order: Order, problem: string, now: Date): Change {
  if (order.kind === 'assign') return { status: 'failed', problem }
  if (order.kind === 'remove') return { status: order.starts_at! > now ? 'scheduled' : 'active', problem }
  return { problem }
}

/** Notifies the person that the run failed and that administrators are informed, so that the person doesn’t request the role again. */
export async function notifyFailed(
  db: Db,
  orderId: string,
  { now, step, message }: { now: Date; step: string; message: string },
): Promise<void> {
  const order = await loadOrder(db, orderId)
  await updateRow(db, 'pim_activations', order.activation_id, { problem: `Failed: ${message}`, updated_at: now })
  await notifyPerson(db, order, {
    title: `${order.role_name} in ${order.account_name} failed`,
    body: `“${step}”: ${message} An administrator can retry the step. You don’t need to request the role again.`,
    key: `pim:${orderId}:stuck:${now.toISOString()}`,
  })
  await publishRoleChange(db, order)
}

async function notifyPerson(
  db: Db,
  { person_id, activation_id }: Order,
  notification: { title: string; body: string; key: string },
): Promise<void> {
  await notify(db, [person_id], { kind: 'privilegedRole', subjectKind: 'pimActivation', subjectId: activation_id, ...notification })
}

async function publishRoleChange(db: Db, { account_id }: Order): Promise<void> {
  await publishChange(db, { kind: 'privilegedRole', id: account_id })
}
