import type { RoleInstance } from '../../clients/armPim.ts'
import type { Clients } from '../../clients/clients.ts'
import { fresh } from '../account-insights/fresh.ts'
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

const guidOf = (id: string) => id.slice(id.lastIndexOf('/') + 1).toLowerCase()

/** At the subscription or above it: what stands further down is no role of the account. */
function coversSubscription(subscriptionId: string, { id, properties }: RoleInstance): boolean {
  const scope = (properties.scope ?? id.replace(/\/providers\/Microsoft\.Authorization\/.*$/i, '')).toLowerCase()
  const own = `/subscriptions/${subscriptionId}`.toLowerCase()
  return scope === own || !scope.startsWith('/subscriptions/')
}

/** What a person may take in a subscription now, asked of Azure: their own eligibilities before those of groups. */
export async function eligibleRoles(clients: Clients, subscriptionId: string, personId: string): Promise<Eligible[]> {
  const scope = `/subscriptions/${subscriptionId}`
  const [eligible, held, policies] = await Promise.all([
    clients.arm.listEligibleRolesOf(scope, personId),
    clients.arm.listTimedRolesOf(scope, personId),
    fresh(clients, `role policies ${subscriptionId}`, () => clients.arm.listRolePolicies(scope)),
  ])
  const isOwn = ({ properties }: RoleInstance) => properties.principalId.toLowerCase() === personId
  const roles = new Map<string, Eligible>()
  for (const each of eligible
    .filter((one) => coversSubscription(subscriptionId, one))
    .sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)))) {
    const { properties } = each
    const role = guidOf(properties.roleDefinitionId)
    if (roles.has(role)) continue
    const active = held.find((one) => guidOf(one.properties.roleDefinitionId) === role && coversSubscription(subscriptionId, one))
    roles.set(role, {
      roleDefinitionId: role,
      name: properties.expandedProperties?.roleDefinition?.displayName ?? role,
      scope: properties.scope ?? scope,
      scheduleId: properties.roleEligibilityScheduleId ?? undefined,
      via: isOwn(each) ? null : (properties.expandedProperties?.principal?.displayName ?? 'a group'),
      until: properties.endDateTime ?? null,
      rules: rulesOf(policies.value.find((policy) => guidOf(policy.properties.roleDefinitionId) === role)),
      active: active ? { until: active.properties.endDateTime ?? null } : null,
    })
  }
  return [...roles.values()].sort((one, other) => one.name.localeCompare(other.name))
}
