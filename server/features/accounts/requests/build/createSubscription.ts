import { sql } from 'kysely'
import { lastSegment } from '../../../../clients/arm/armId.ts'
import type { Config } from '../../../../config.ts'
import { updateRow } from '../../../../db/rows.ts'
import { waitForPropagation } from '../../../../workflows/waitForPropagation.ts'
import { NonRetryableError, type Step, Wait } from '../../../../workflows/workflow.ts'
import { subscriptionOwner } from '../../subscription-owner/subscriptionOwner.ts'
import { type BuildInput, managementGroupOf } from './input.ts'

/** The alias is the ID of the account, so that a retry after a lost response finds the same subscription. */
export const createSubscription: Step<BuildInput> = {
  name: 'createSubscription',
  title: 'Create the subscription',
  async run({ clients, config, db, input, checkpoint, now, saveCheckpoint }) {
    const { accountId, details } = input
    let alias = await clients.arm.getSubscriptionAlias(accountId)
    if (alias?.properties.provisioningState === 'Failed' && checkpoint['failed']) {
      const deletedAlias = await waitForPropagation('Retrying', () => clients.arm.deleteSubscriptionAlias(accountId))
      if (deletedAlias instanceof Wait) return deletedAlias
      await saveCheckpoint({})
      alias = undefined
    }
    alias ??= await clients.arm.putSubscriptionAlias(accountId, {
      displayName: details.name,
      workload: details.workload,
      billingScope: config.billingScope,
      ...creationOptions(config, details),
    })
    const { provisioningState, subscriptionId, managementGroupId } = alias.properties
    if (provisioningState === 'Failed') {
      await saveCheckpoint({ failed: true })
      throw new NonRetryableError(
        'subscriptionFailed',
        'Azure couldn’t create the subscription. Ask the platform team to check the billing scope, then retry this step.',
      )
    }
    if (provisioningState !== 'Succeeded' || !subscriptionId)
      return new Wait('Azure is creating the subscription. This usually takes a few minutes.', alias.retryAfterMs)
    // Azure can report success minutes before the subscription can be read.
    if (!(await clients.arm.getSubscription(subscriptionId))) return new Wait('The subscription exists. Azure is still replicating it.')
    await updateRow(db, 'accounts', accountId, {
      subscription_id: subscriptionId,
      subscription_since: sql<Date>`coalesce(subscription_since, ${now()})`,
    })
    return { subscriptionId, createdIn: lastSegment(managementGroupId ?? '') }
  },
}

function creationOptions(config: Config, details: BuildInput['details']) {
  const owner = subscriptionOwner(config)
  return owner ? { owner, managementGroupId: managementGroupOf(config.managementGroup, details) } : {}
}
