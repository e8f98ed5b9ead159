import { ExternalError } from '../../../../clients/externalError.ts'
import { inTransaction } from '../../../../db/database.ts'
import { NonRetryableError, type Step, type StepContext, Wait } from '../../../../workflows/workflow.ts'
import type { UpdateInput } from '../../updates/apply/input.ts'
import { startRemoving, subscriptionOf } from '../record.ts'

/**
 * Azure reports `Warned` while it cancels a subscription, but also for an unpaid bill. The state therefore counts only after Slipway has
 * requested the cancellation.
 */
function isCancelled(state: string | undefined, isRequested: boolean): boolean {
  return state === undefined || state === 'Disabled' || state === 'Deleted' || (isRequested && state === 'Warned')
}

async function cancel({ clients }: StepContext<UpdateInput>, subscriptionId: string): Promise<void> {
  try {
    await clients.arm.cancelSubscription(subscriptionId)
  } catch (error) {
    if (!(error instanceof ExternalError) || error.retryable) throw error
    // An earlier attempt, whose response was lost, has cancelled the subscription.
    if (isCancelled((await clients.arm.getSubscription(subscriptionId))?.state, true)) return
    const remainingNames = (await clients.arm.listResources(subscriptionId)).map(({ name }) => name)
    if (remainingNames.length === 0) throw error
    const suffix = remainingNames.length > 5 ? ` and ${remainingNames.length - 5} more` : ''
    throw new NonRetryableError(
      'stillInUse',
      `Azure can’t cancel the subscription because it still contains ${remainingNames.slice(0, 5).join(', ')}${suffix}. Remove these, then retry this step.`,
      error,
    )
  }
}

const repeatRequestAfterMs = 600_000

export const cancelSubscription: Step<UpdateInput> = {
  name: 'cancelSubscription',
  title: 'Cancel the subscription',
  async run(context) {
    const { clients, db, input, checkpoint, now, saveCheckpoint } = context
    await inTransaction(db, (tx) => startRemoving(tx, input.updateId))
    const subscriptionId = await subscriptionOf(db, input.accountId)
    const state = (await clients.arm.getSubscription(subscriptionId))?.state
    const requestedAt = Number(checkpoint['requestedAt'] ?? 0)
    if (!isCancelled(state, requestedAt > 0)) {
      if (now().getTime() - requestedAt > repeatRequestAfterMs) {
        await cancel(context, subscriptionId)
        await saveCheckpoint({ requestedAt: now().getTime() })
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
