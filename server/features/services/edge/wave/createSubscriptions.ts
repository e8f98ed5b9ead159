import { NonRetryableError, type Step } from '../../../../workflows/workflow.ts'
import { subscriptionOwner } from '../../../accounts/subscription-owner/subscriptionOwner.ts'
import { type StoreInProgress, storeProgress, tagsOf, type WaveContext, type WaveFacts, type WaveInput } from './input.ts'
import { processStores, type StoreResult, type WaitingStore } from './processStores.ts'

/**
 * Creates subscriptions with their tags and management group. The alias is the ID of the account, so that a retry after a lost response
 * finds the same subscription.
 */
export const createSubscriptions: Step<WaveInput> = {
  name: 'createSubscriptions',
  title: 'Create the subscriptions',
  timeoutMinutes: 240,
  run: (context) =>
    processStores(context, {
      from: storeProgress.nothing,
      begins: true,
      note: 'Azure is creating the subscriptions; this usually takes a few minutes.',
      act: (store, wave) => requestSubscription(context, store, wave),
    }),
}

async function requestSubscription(
  { clients, config }: WaveContext,
  store: StoreInProgress,
  wave: WaveFacts,
): Promise<StoreResult | WaitingStore> {
  const { arm } = clients
  const isRetry = store.requested_at === null && store.attempt > 1
  let alias = store.requested_at !== null || isRetry ? await arm.getSubscriptionAlias(store.account_id) : undefined
  if (isRetry && alias?.properties.provisioningState === 'Failed') {
    // A failed alias stays failed, so it is deleted before a retry.
    await arm.deleteSubscriptionAlias(store.account_id)
    alias = undefined
  }
  alias ??= await arm.putSubscriptionAlias(store.account_id, {
    displayName: store.account_name,
    workload: 'Production',
    billingScope: config.billingScope,
    managementGroupId: config.edgeManagementGroup,
    tags: tagsOf(wave, store),
    owner: subscriptionOwner(config),
  })
  const { provisioningState, subscriptionId } = alias.properties
  if (provisioningState === 'Failed') throw new NonRetryableError('subscriptionFailed', 'Azure could not create the subscription.')
  if (provisioningState !== 'Succeeded' || !subscriptionId) return { waits: 'Azure is creating the subscription.' }
  return { subscriptionId }
}
