import { cancelledOn } from '../../sample/decommissions.ts'
import { sandboxHosts, sandboxManagementGroup } from '../../sample/sandboxHosts.ts'
import type { SampleAccount } from '../../sample/shapes.ts'
import { environmentCodes } from '../../sample/topology.ts'
import type { Simulator } from '../core/simulator.ts'
import { ArmError } from './armError.ts'
import { isVisible } from './outcome.ts'

export interface SimSubscription {
  subscriptionId: string
  displayName: string
  state: 'Enabled' | 'Warned' | 'Disabled' | 'Deleted'
  workload: 'Production' | 'DevTest'
  managementGroupId: string
  tags: Record<string, string>
  createdAt: string
  /** A new subscription can't be listed or read before this time. */
  visibleAt?: string
  /** Set when the subscription was moved, with the management group before. */
  placedAt?: string
  placedFrom?: string
  account?: SampleAccount
  cancelledAt?: string
}

type StoredSubscription = Omit<SimSubscription, 'account'>

const baseCache = new WeakMap<Simulator['company'], Map<string, SimSubscription>>()

function baseSubscriptions(sim: Simulator): Map<string, SimSubscription> {
  const cached = baseCache.get(sim.company)
  if (cached) return cached
  const { accounts, hub } = sim.company
  const base = new Map(accounts.map((account) => [account.subscriptionId, fromAccount(account)]))
  base.set(hub.subscriptionId, {
    subscriptionId: hub.subscriptionId,
    displayName: 'platform-connectivity',
    state: 'Enabled',
    workload: 'Production',
    managementGroupId: 'ng-platform-connectivity',
    tags: { service: 'connectivity', environment: environmentCodes.production },
    createdAt: '2020-01-15T09:00:00.000Z',
  })
  for (const { name, subscriptionId } of sandboxHosts)
    base.set(subscriptionId, {
      subscriptionId,
      displayName: name,
      state: 'Enabled',
      workload: 'DevTest',
      managementGroupId: sandboxManagementGroup,
      tags: { service: 'sandboxes', environment: environmentCodes.development },
      createdAt: '2024-01-08T09:00:00.000Z',
    })
  baseCache.set(sim.company, base)
  return base
}

function fromAccount(account: SampleAccount): SimSubscription {
  return {
    subscriptionId: account.subscriptionId,
    displayName: account.name,
    ...(account.status === 'decommissioned'
      ? { state: 'Disabled', cancelledAt: cancelledOn(account.id, new Date()).toISOString() }
      : { state: 'Enabled' }),
    workload: account.workload,
    managementGroupId: account.managementGroupId,
    tags: account.tags,
    createdAt: account.createdAt,
    account,
  }
}

function changes(sim: Simulator) {
  return sim.state.collection<Partial<StoredSubscription>>('arm.subscriptions')
}

export function lookUpSubscription(sim: Simulator, id: string): SimSubscription | undefined {
  const key = id.toLowerCase()
  const base = baseSubscriptions(sim).get(key)
  const change = changes(sim).get(key)
  if (!base && !change) return undefined
  const subscription = { ...base, ...change } as SimSubscription
  return isVisible(sim, subscription.visibleAt) ? subscription : undefined
}

/** @throws 404 SubscriptionNotFound, including for a subscription created a moment ago */
export function findSubscription(sim: Simulator, id: string): SimSubscription {
  const subscription = lookUpSubscription(sim, id)
  if (!subscription) throw new ArmError(404, 'SubscriptionNotFound', `The subscription '${id}' could not be found.`)
  return subscription
}

export function findWritableSubscription(sim: Simulator, id: string): SimSubscription {
  const subscription = findSubscription(sim, id)
  if (subscription.state === 'Enabled') return subscription
  throw new ArmError(
    409,
    'ReadOnlyDisabledSubscription',
    `The subscription '${subscription.subscriptionId}' is disabled and therefore marked as read only. You cannot perform any write actions on this subscription until it is re-enabled.`,
  )
}

export function listSubscriptions(sim: Simulator): SimSubscription[] {
  const updated = new Map(
    changes(sim)
      .values()
      .map((change) => [change.subscriptionId!, change]),
  )
  const base = baseSubscriptions(sim)
  const all = [...base.values()].map((subscription) => ({ ...subscription, ...updated.get(subscription.subscriptionId) }))
  const addedSubscriptions = [...updated.values()].filter((change) => !base.has(change.subscriptionId!)) as SimSubscription[]
  return [...all, ...addedSubscriptions].filter((subscription) => isVisible(sim, subscription.visibleAt))
}

export function addSubscription(sim: Simulator, subscription: StoredSubscription): void {
  changes(sim).set(subscription.subscriptionId, subscription)
}

export function changeSubscription(sim: Simulator, id: string, change: Partial<StoredSubscription>): void {
  const subscriptionId = id.toLowerCase()
  changes(sim).set(subscriptionId, { ...changes(sim).get(subscriptionId), ...change, subscriptionId })
}
