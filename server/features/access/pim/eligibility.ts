import { scopeOf, tailOf } from '../../../clients/arm/armId.ts'
import type { RoleInstance, RolePolicy } from '../../../clients/arm/armPim.ts'
import type { Clients } from '../../../clients/clients.ts'
import { type Fresh, fresh } from '../../../clients/fresh.ts'
import { mapWithConcurrency } from '../../../clients/mapWithConcurrency.ts'
import { type ActivationRules, rulesOf } from './rules.ts'

export interface Eligible {
  roleDefinitionId: string
  name: string
  scope: string
  scheduleId: string | undefined
  via: string | null
  until: string | null
  rules: ActivationRules | undefined
  active: { until: string | null } | null
}

/** An eligible role with its subscription; null for a management group above. */
export interface PlacedEligible extends Eligible {
  subscriptionId: string | null
}

export interface Everywhere {
  roles: PlacedEligible[]
  unanswered: string[]
}

const policiesOf = (clients: Clients, subscriptionId: string): Promise<Fresh<RolePolicy[]>> =>
  fresh(clients, `role policies ${subscriptionId}`, () => clients.arm.listRolePolicies(`/subscriptions/${subscriptionId}`))

/** The subscription’s id, null for a management group, and undefined for a scope below a subscription, which no account offers. */
function resolveScope(instance: RoleInstance): string | null | undefined {
  const segments = scopeOf(instance).toLowerCase().split('/').filter(Boolean)
  if (segments[0] !== 'subscriptions') return null
  return segments.length === 2 ? segments[1] : undefined
}

/** Lists each role once; a person’s own eligibility comes before a group’s. */
function rolesOf(personId: string, eligible: RoleInstance[], held: RoleInstance[], policies: RolePolicy[]): Eligible[] {
  const isOwn = ({ properties }: RoleInstance) => properties.principalId.toLowerCase() === personId
  const roles = new Map<string, Eligible>()
  for (const each of eligible.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)))) {
    const { properties } = each
    const role = tailOf(properties.roleDefinitionId)
    if (roles.has(role)) continue
    const active = held.find((one) => tailOf(one.properties.roleDefinitionId) === role)
    roles.set(role, {
      roleDefinitionId: role,
      name: properties.expandedProperties?.roleDefinition?.displayName ?? role,
      scope: scopeOf(each),
      scheduleId: properties.roleEligibilityScheduleId ?? undefined,
      via: isOwn(each) ? null : (properties.expandedProperties?.principal?.displayName ?? 'a group'),
      until: properties.endDateTime ?? null,
      rules: rulesOf(policies.find((policy) => tailOf(policy.properties.roleDefinitionId) === role)),
      active: active ? { until: active.properties.endDateTime ?? null } : null,
    })
  }
  return [...roles.values()].sort((one, other) => one.name.localeCompare(other.name))
}

export async function eligibleRoles(clients: Clients, subscriptionId: string, personId: string): Promise<Eligible[]> {
  const scope = `/subscriptions/${subscriptionId}`
  const [eligible, held, policies] = await Promise.all([
    clients.arm.listEligibleRolesOf(scope, personId),
    clients.arm.listTimedRolesOf(scope, personId),
    policiesOf(clients, subscriptionId),
  ])
  const covers = (one: RoleInstance) => {
    const place = resolveScope(one)
    return place === null || place === subscriptionId.toLowerCase()
  }
  return rolesOf(personId, eligible.filter(covers), held.filter(covers), policies.value)
}

/** Limits the reads of policies; for other subscriptions they are read with the account’s page. */
const maxWithRules = 40
const maxConcurrency = 6

/**
 * Reads a person’s eligible roles everywhere: two queries at the root management group, and the policies of the subscriptions with eligible
 * roles.
 */
export async function rolesEverywhere(clients: Clients, rootGroup: string, personId: string): Promise<Everywhere> {
  const root = `/providers/Microsoft.Management/managementGroups/${encodeURIComponent(rootGroup)}`
  const [eligible, held] = await Promise.all([
    clients.arm.listEligibleRolesOf(root, personId),
    clients.arm.listTimedRolesOf(root, personId),
  ])
  const heldIn = Map.groupBy(held, resolveScope)
  const byScope = [...Map.groupBy(eligible, resolveScope)].filter(
    (entry): entry is [string | null, RoleInstance[]] => entry[0] !== undefined,
  )
  const unanswered: string[] = []
  const asked = byScope.flatMap(([place]) => place ?? []).slice(0, maxWithRules)
  const policies = new Map<string, RolePolicy[]>()
  await mapWithConcurrency(asked, maxConcurrency, async (subscriptionId) => {
    try {
      policies.set(subscriptionId, (await policiesOf(clients, subscriptionId)).value)
    } catch {
      unanswered.push(subscriptionId)
    }
  })
  return {
    roles: byScope.flatMap(([place, some]) =>
      rolesOf(personId, some, heldIn.get(place) ?? [], policies.get(place ?? '') ?? []).map((role) => ({ ...role, subscriptionId: place })),
    ),
    unanswered,
  }
}
