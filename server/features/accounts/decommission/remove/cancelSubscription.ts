import { OutsideError } from '../../../../clients/outsideError.ts'
import { inTransaction } from '../../../../db/database.ts'
import { NonRetryableError, type Step, type StepContext, Wait } from '../../../../workflows/workflow.ts'
import type { UpdateInput } from '../../updates/carry-out/input.ts'
import { startRemoving, subscriptionOf } from '../record.ts'

/** Azure reports `Warned` while it cancels, but also for an unpaid bill, so it counts only after Slipway has asked. */
function isCancelled(state: string | undefined, asked: boolean): boolean {
  return state === undefined || state === 'Disabled' || state === 'Deleted' || (asked && state === 'Warned')
}

async function cancel({ clients }: StepContext<UpdateInput>, subscriptionId: string): Promise<void> {
  try {
    await clients.arm.cancelSubscription(subscriptionId)
  } catch (error) {
    if (!(error instanceof OutsideError) || error.retryable) throw error
    // An earlier attempt whose answer was lost has cancelled it.
    if (isCancelled((await clients.arm.getSubscription(subscriptionId))?.state, true)) return
    const left = (await clients.arm.listResources(subscriptionId)).map(({ name }) => name)
    if (left.length === 0) throw error
    const more = left.length > 5 ? ` and ${left.length - 5} more` : ''
    throw new NonRetryableError(
      'stillInUse',
      `Azure doesn’t cancel the subscription because it isn’t empty: ${left.slice(0, 5).join(', ')}${more}. Have that removed, then retry this step.`,
      error,
    )
  }
}

/** Slipway asks again if Azure has not cancelled the subscription by then. */
const pollDelayMs = 600_000

export const cancelSubscription: Step<UpdateInput> = {
  name: 'cancelSubscription',
  title: 'Cancel the subscription',
  async run(context) {
    const { clients, db, input, checkpoint, now, remember } = context
    await inTransaction(db, (tx) => startRemoving(tx, input.updateId))
    const subscriptionId = await subscriptionOf(db, input.accountId)
    const state = (await clients.arm.getSubscription(subscriptionId))?.state
    const requestedAt = Number(checkpoint['requestedAt'] ?? 0)
    if (!isCancelled(state, requestedAt > 0)) {
      if (now().getTime() - requestedAt > pollDelayMs) {
        await cancel(context, subscriptionId)
        await remember({ requestedAt: now().getTime() })
      }
      const next = (await clients.arm.getSubscription(subscriptionId))?.state
      if (!isCancelled(next, true)) return new Wait('Azure is cancelling the subscription.')
    }
    await db
      .updateTable('account_decommissions')
      .set((row) => ({ cancelled_at: row.fn.coalesce('cancelled_at', row.val(now())) }))
      .where('update_id', '=', input.updateId)
      .execute()
    return {}
  },
}
