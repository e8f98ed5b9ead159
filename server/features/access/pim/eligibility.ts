import { lastSegment, scopeOf } from '../../../clients/arm/armId.ts'
import type { RoleInstance, RolePolicy } from '../../../clients/arm/armPim.ts'
import { type CachedValue, cached } from '../../../clients/cached.ts'
import type { Clients } from '../../../clients/clients.ts'
import { mapWithConcurrency } from '../../../clients/mapWithConcurrency.ts'
import { type ActivationRules, rulesOf } from './rules.ts'

export interface EligibleRole {
  roleDefinitionId: string
  name: string
  scope: string
  scheduleId: string | undefined
  via: string | null
  until: string | null
  rules: ActivationRules | undefined
  active: { until: string | null } | null
}

export interface ScopedEligibleRole extends EligibleRole {
  subscriptionId: string | null
}

export interface AllEligibleRoles {
  roles: ScopedEligibleRole[]
  unreadableSubscriptions: string[]
}

const policiesOf = (clients: Clients, subscriptionId: string): Promise<CachedValue<RolePolicy[]>> =>
  cached(clients, `role policies ${subscriptionId}`, () => clients.arm.listRolePolicies(`/subscriptions/${subscriptionId}`))

/**
 * Returns the ID of the subscription, null for a management group, and undefined for a scope below a subscription, which accounts don’t
 * offer.
 */
function scopeOfInstance(instance: RoleInstance): string | null | undefined {
  const segments = scopeOf(instance).toLowerCase().split('/').filter(Boolean)
  if (segments[0] !== 'subscriptions') return null
  return segments.length === 2 ? segments[1] : undefined
}

/** A person’s own eligibility replaces the eligibility of a group. */
function rolesOf(personId: string, eligibilities: RoleInstance[], activeRoles: RoleInstance[], policies: RolePolicy[]): EligibleRole[] {
  const isOwn = ({ properties }: RoleInstance) => properties.principalId.toLowerCase() === personId
  const roles = new Map<string, EligibleRole>()
  for (const each of eligibilities.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))) {
    const { properties } = each
    const role = lastSegment(properties.roleDefinitionId)
    if (roles.has(role)) continue
    const active = activeRoles.find((one) => lastSegment(one.properties.roleDefinitionId) === role)
    roles.set(role, {
      roleDefinitionId: role,
      name: properties.expandedProperties?.roleDefinition?.displayName ?? role,
      scope: scopeOf(each),
      scheduleId: properties.roleEligibilityScheduleId ?? undefined,
      via: isOwn(each) ? null : (properties.expandedProperties?.principal?.displayName ?? 'a group'),
      until: properties.endDateTime ?? null,
      rules: rulesOf(policies.find((policy) => lastSegment(policy.properties.roleDefinitionId) === role)),
      active: active ? { until: active.properties.endDateTime ?? null } : null,
    })
  }
  return [...roles.values()].sort((one, other) => one.name.localeCompare(other.name))
}

export async function eligibleRoles(clients: Clients, subscriptionId: string, personId: string): Promise<EligibleRole[]> {
  const scope = `/subscriptions/${subscriptionId}`
  const [eligibilities, activeRoles, policies] = await Promise.all([
    clients.arm.listEligibleRolesOf(scope, personId),
    clients.arm.listTemporaryRolesOf(scope, personId),
    policiesOf(clients, subscriptionId),
  ])
  const activatesRole = (one: RoleInstance) => {
    const assignedScope = scopeOfInstance(one)
    return assignedScope === null || assignedScope === subscriptionId.toLowerCase()
  }
  return rolesOf(personId, eligibilities.filter(activatesRole), activeRoles.filter(activatesRole), policies.value)
}

/**
 * The largest number of subscriptions whose policies are read here. For other subscriptions, the page of the account reads the policies.
 */
const maxScopesWithRules = 40
const maxConcurrency = 6

/**
 * Reads a person’s eligible roles in all scopes, with two queries at the root management group and the policies of the subscriptions with
 * eligible roles.
 */
export async function listAllEligibleRoles(clients: Clients, rootGroup: string, personId: string): Promise<AllEligibleRoles> {
  const root = `/providers/Microsoft.Management/managementGroups/${encodeURIComponent(rootGroup)}`
  const [eligibilities, activeRoles] = await Promise.all([
    clients.arm.listEligibleRolesOf(root, personId),
    clients.arm.listTemporaryRolesOf(root, personId),
  ])
  const activeByScope = Map.groupBy(activeRoles, scopeOfInstance)
  const byScope = [...Map.groupBy(eligibilities, scopeOfInstance)].filter(
    (entry): entry is [string | null, RoleInstance[]] => entry[0] !== undefined,
  )
  const failedSubscriptions: string[] = []
  const scopesWithRules = byScope.flatMap(([assignedScope]) => assignedScope ?? []).slice(0, maxScopesWithRules)
  const policies = new Map<string, RolePolicy[]>()
  await mapWithConcurrency(scopesWithRules, maxConcurrency, async (subscriptionId) => {
    try {
      policies.set(subscriptionId, (await policiesOf(clients, subscriptionId)).value)
    } catch {
      failedSubscriptions.push(subscriptionId)
    }
  })
  return {
    roles: byScope.flatMap(([assignedScope, rolesInScope]) =>
      rolesOf(personId, rolesInScope, activeByScope.get(assignedScope) ?? [], policies.get(assignedScope ?? '') ?? []).map((role) => ({
        ...role,
        subscriptionId: assignedScope,
      })),
    ),
    unreadableSubscriptions: failedSubscriptions,
  }
}
