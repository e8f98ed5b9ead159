import { randomUUID } from 'node:crypto'
import type { EventuallyConsistentService } from '../core/consistency.ts'
import type { Simulator } from '../core/simulator.ts'
import { ArmError } from './armError.ts'
import type { ArmRequest } from './armRoute.ts'
import { lookUpSubscription, type SimSubscription } from './subscriptionStore.ts'

/**
 * Returns how long the service could have known the subscription and how long it takes, in milliseconds; undefined for subscriptions of the
 * sample.
 */
function ageOf(
  sim: Simulator,
  service: EventuallyConsistentService,
  subscription: SimSubscription,
): { age: number; takes: number } | undefined {
  if (subscription.visibleAt === undefined) return undefined
  const since = (service === 'managementGroups' && subscription.placedAt) || subscription.createdAt
  return { age: sim.clock.now().getTime() - Date.parse(since), takes: sim.consistency.newSubscriptionMs[service] }
}

export function knowsSubscription(sim: Simulator, service: EventuallyConsistentService, subscription: SimSubscription): boolean {
  const since = ageOf(sim, service, subscription)
  return since === undefined || since.age >= since.takes
}

/** Readers see the former management group until the caches are updated. */
export function visibleManagementGroup(sim: Simulator, subscription: SimSubscription): string {
  const { managementGroupId, placedFrom } = subscription
  return placedFrom === undefined || knowsSubscription(sim, 'managementGroups', subscription) ? managementGroupId : placedFrom
}

/**
 * Rejects calls on unknown subscriptions with the codes that users reported: Cost Management first 401 `RBACAccessDenied` (azure-cli
 * #23648, terraform-azurerm-lz-vending #394), then 404 `NotFound` (terraform-provider-azurerm #16334); RBAC 403 `AuthorizationFailed`.
 * @throws ArmError
 */
export function rejectUnknownSubscription({ sim, method, path, caller }: ArmRequest): void {
  const [, id, provider = '', type = ''] = /^\/subscriptions\/([^/]+)(?:\/.*)?\/providers\/([^/]+)\/([^/]+)/i.exec(path) ?? []
  const subscription = id === undefined ? undefined : lookUpSubscription(sim, id)
  if (!subscription) return
  if (/^microsoft\.(consumption|costmanagement)$/i.test(provider)) {
    const since = ageOf(sim, 'costManagement', subscription)
    if (!since || since.age >= since.takes) return
    if (method !== 'GET' && since.age < since.takes / 2)
      throw new ArmError(401, 'RBACAccessDenied', `The client does not have authorization to perform action. Request ID: ${randomUUID()}`)
    throw new ArmError(
      404,
      'NotFound',
      `Cost management data is not supported for subscription(s) ${subscription.subscriptionId}, in the provided api-version. Please use api-version 2019-10-01 or later. (Request ID: ${randomUUID()})`,
    )
  }
  if (/^microsoft\.authorization$/i.test(provider) && /^roleDefinitions$/i.test(type)) {
    if (knowsSubscription(sim, 'roleDefinitions', subscription)) return
    const scope = `/subscriptions/${subscription.subscriptionId}`
    throw new ArmError(
      403,
      'AuthorizationFailed',
      `The client '${caller.oid}' with object id '${caller.oid}' does not have authorization to perform action 'Microsoft.Authorization/roleDefinitions/read' over scope '${scope}' or the scope is invalid. If access was recently granted, please refresh your credentials.`,
    )
  }
}
