import type { Simulator } from '../core/simulator.ts'
import { ArmError } from './armError.ts'
import { findManagementGroup } from './managementGroupStore.ts'
import { findGroup, findResource } from './resourceStore.ts'
import { findSubscription } from './subscriptionStore.ts'

export interface Scope {
  /** The key is in lower case with a leading slash; the empty string is the tenant. */
  key: string
  id: string
  kind: 'tenant' | 'managementGroup' | 'subscription' | 'resourceGroup' | 'resource'
  displayName: string
}

/** PIM documents subscription scopes with this prefix, and its IDs have it; both spellings mean the same scope. */
const subscriptionProvider = '/providers/Microsoft.Subscription'

export function plainScopeId(id: string): string {
  return id.replace(/^\/providers\/Microsoft\.Subscription(?=\/subscriptions\/)/i, '')
}

export function findScope(sim: Simulator, text: string): Scope {
  const id = plainScopeId(text === '' || text.startsWith('/') ? text : `/${text}`)
  const segments = id.split('/').filter(Boolean)
  const createScope = (kind: Scope['kind'], displayName: string): Scope => ({ key: id.toLowerCase(), id, kind, displayName })
  if (segments.length === 0) return createScope('tenant', 'Tenant')
  if (segments[0]!.toLowerCase() === 'providers' && segments[2]?.toLowerCase() === 'managementgroups' && segments.length === 4) {
    return createScope('managementGroup', findManagementGroup(sim, segments[3]!).displayName)
  }
  if (segments[0]!.toLowerCase() !== 'subscriptions' || segments.length < 2)
    throw new ArmError(404, 'InvalidScope', `The scope '${id}' is not valid.`)
  const subscription = findSubscription(sim, segments[1]!)
  if (segments.length === 2) return createScope('subscription', subscription.displayName)
  if (segments.length === 4) return createScope('resourceGroup', findGroup(sim, subscription, segments[3]!).name)
  return createScope('resource', findResource(sim, id).name)
}

export function pimScopeId(scopeId: string): string {
  return /^\/subscriptions\//i.test(scopeId) ? `${subscriptionProvider}${scopeId}` : scopeId
}

export function isInScope(sim: Simulator, outer: string, inner: string): boolean {
  return outer === '' || outer === inner || enclosing(sim, inner).includes(outer)
}

/** Returns the parent scopes, the outermost first. */
export function enclosing(sim: Simulator, key: string): string[] {
  const segments = key.split('/')
  const isInSubscription = segments[1] === 'subscriptions'
  const parentId = isInSubscription
    ? findSubscription(sim, segments[2]!).managementGroupId
    : segments.length > 4
      ? findManagementGroup(sim, segments[4]!).parentId
      : null
  const within = isInSubscription
    ? [3, 5].filter((length) => segments.length > length).map((length) => segments.slice(0, length).join('/'))
    : []
  return [...managementGroupsFrom(sim, parentId), ...within]
}

function managementGroupsFrom(sim: Simulator, id: string | null): string[] {
  if (id === null) return []
  return [
    ...managementGroupsFrom(sim, findManagementGroup(sim, id).parentId),
    `/providers/microsoft.management/managementgroups/${id.toLowerCase()}`,
  ]
}
