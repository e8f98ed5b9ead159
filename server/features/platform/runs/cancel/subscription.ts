import { waitForPropagation } from '../../../../workflows/waitForPropagation.ts'
import { type Step, type StepContext, Wait } from '../../../../workflows/workflow.ts'
import { peeringsOf } from '../../../accounts/decommission/dry-run/connections.ts'
import { pollDeletions } from '../../../accounts/decommission/remove/deleteResources.ts'
import { disconnectResources } from '../../../accounts/decommission/remove/disconnect.ts'
import type { UndoBuildInput } from './undoBuildInput.ts'

type Context = StepContext<UndoBuildInput>

/** Finds the subscription whose alias is the ID of the account, even if the response of the creating call was lost. */
async function createdSubscription({ clients, input }: Context): Promise<string | Wait | undefined> {
  const alias = await clients.arm.getSubscriptionAlias(input.accountId)
  if (!alias || alias.properties.provisioningState === 'Failed') return undefined
  const { provisioningState, subscriptionId } = alias.properties
  if (provisioningState !== 'Succeeded' || !subscriptionId)
    return new Wait('Azure is still creating the subscription. It will be cancelled when it exists.')
  return (await clients.arm.getSubscription(subscriptionId)) ? subscriptionId : new Wait('Azure is still replicating the new subscription.')
}

function onSubscription(run: (context: Context, subscriptionId: string) => Promise<Record<string, unknown> | Wait>) {
  return async (context: Context) => {
    const subscriptionId = await createdSubscription(context)
    return typeof subscriptionId === 'string' ? run(context, subscriptionId) : (subscriptionId ?? {})
  }
}

export const disconnectNetwork: Step<UndoBuildInput> = {
  name: 'disconnectNetwork',
  title: 'Disconnect the network from the hub',
  run: onSubscription(async (context, subscriptionId) => {
    const peerings = await waitForPropagation('Finding the networks', () => peeringsOf(context.clients, subscriptionId))
    return peerings instanceof Wait ? peerings : disconnectResources(context, peerings, [])
  }),
}

export const removeBuilt: Step<UndoBuildInput> = {
  name: 'removeBuilt',
  title: 'Remove the created resources',
  timeoutMinutes: 180,
  run: onSubscription(async (context, subscriptionId) => {
    const groups = await waitForPropagation('Finding the created resources', () => context.clients.arm.listResourceGroups(subscriptionId))
    if (groups instanceof Wait) return groups
    return pollDeletions(
      context,
      subscriptionId,
      groups.map(({ name }) => name),
    )
  }),
}

const cancelRetryMs = 600_000

export const endSubscription: Step<UndoBuildInput> = {
  name: 'endSubscription',
  title: 'Cancel the subscription',
  async run(context) {
    const { clients, input, checkpoint, now, saveCheckpoint } = context
    const subscriptionId = await createdSubscription(context)
    if (subscriptionId instanceof Wait) return subscriptionId
    if (subscriptionId !== undefined) {
      const requestedAt = Number(checkpoint.requestedAt ?? 0)
      const state = (await clients.arm.getSubscription(subscriptionId))?.state
      // During a cancellation, Azure reports `Warned`. Before the cancellation is requested, this state only means an unpaid bill.
      const hasEnded = state === undefined || state === 'Disabled' || state === 'Deleted' || (requestedAt > 0 && state === 'Warned')
      if (!hasEnded) {
        if (now().getTime() - requestedAt > cancelRetryMs) {
          await saveCheckpoint({ requestedAt: now().getTime() })
          await clients.arm.cancelSubscription(subscriptionId)
        }
        return new Wait('Azure is cancelling the subscription.')
      }
    }
    await clients.arm.deleteSubscriptionAlias(input.accountId)
    return { subscriptionId: subscriptionId ?? null }
  },
}
