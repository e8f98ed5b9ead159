import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, ok } from './armRoute.ts'
import { readableSubscriptions } from './authorization.ts'
import { pageOf } from './paging.ts'
import { listResources } from './resourceStore.ts'
import { changeSubscription, findSubscription, type SimSubscription } from './subscriptionStore.ts'

const pageSize = 1000
const enableWindowMs = 90 * 86_400_000

function present(request: ArmRequest, subscription: SimSubscription) {
  return {
    id: `/subscriptions/${subscription.subscriptionId}`,
    authorizationSource: 'RoleBased',
    managedByTenants: [],
    subscriptionId: subscription.subscriptionId,
    tenantId: request.sim.tenantId,
    displayName: subscription.displayName,
    state: subscription.state,
    subscriptionPolicies: {
      locationPlacementId: 'Public_2014-09-01',
      quotaId: subscription.workload === 'DevTest' ? 'MSDNDevTest_2014-09-01' : 'EnterpriseAgreement_2014-09-01',
      spendingLimit: 'Off',
    },
    ...(Object.keys(subscription.tags).length > 0 ? { tags: subscription.tags } : {}),
  }
}

function cancel(request: ArmRequest): ArmReply {
  const { sim } = request
  const subscription = findSubscription(sim, request.params.subscriptionId!)
  if (subscription.state !== 'Enabled') {
    throw new ArmError(
      400,
      'InvalidSubscriptionState',
      `The subscription '${subscription.subscriptionId}' is in state ${subscription.state} and cannot be cancelled.`,
    )
  }
  if (request.query.IgnoreResourceCheck !== 'true' && listResources(sim, subscription).length > 0) {
    throw new ArmError(
      400,
      'SubscriptionHasActiveResources',
      'The subscription has active resources. Delete them, or set IgnoreResourceCheck to true.',
    )
  }
  changeSubscription(sim, subscription.subscriptionId, { state: 'Disabled', cancelledAt: sim.clock.now().toISOString() })
  return ok({ subscriptionId: subscription.subscriptionId })
}

function enable(request: ArmRequest): ArmReply {
  const { sim } = request
  const subscription = findSubscription(sim, request.params.subscriptionId!)
  const cancelledAt = Date.parse(subscription.cancelledAt ?? subscription.createdAt)
  if (subscription.state === 'Deleted' || sim.clock.now().getTime() > cancelledAt + enableWindowMs) {
    throw new ArmError(400, 'SubscriptionNotEligibleForReactivation', 'The subscription can no longer be enabled.')
  }
  changeSubscription(sim, subscription.subscriptionId, { state: 'Enabled' })
  return ok({ subscriptionId: subscription.subscriptionId })
}

function rename(request: ArmRequest): ArmReply {
  const subscription = findSubscription(request.sim, request.params.subscriptionId!)
  changeSubscription(request.sim, subscription.subscriptionId, { displayName: checkName(request.body.subscriptionName) })
  return ok({ subscriptionId: subscription.subscriptionId })
}

export function checkName(name: unknown): string {
  if (typeof name === 'string' && /^[^<>;|]{1,63}$/.test(name)) return name
  throw new ArmError(400, 'InvalidSubscriptionName', `The subscription name '${name}' is invalid.`)
}

const base = '/subscriptions/{subscriptionId}'

export const subscriptionRoutes: ArmRoute[] = [
  {
    method: 'GET',
    path: '/subscriptions',
    handle: (request) => pageOf(request, readableSubscriptions(request), pageSize, (each) => present(request, each)),
  },
  { method: 'GET', path: base, handle: (request) => ok(present(request, findSubscription(request.sim, request.params.subscriptionId!))) },
  { method: 'POST', path: `${base}/providers/Microsoft.Subscription/cancel`, handle: cancel },
  { method: 'POST', path: `${base}/providers/Microsoft.Subscription/enable`, handle: enable },
  { method: 'POST', path: `${base}/providers/Microsoft.Subscription/rename`, handle: rename },
]
