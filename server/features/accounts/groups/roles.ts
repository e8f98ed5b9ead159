import { isPrivileged } from '../../../auth/classifyRoleDefinitions.ts'
import { type CachedValue, cached } from '../../../clients/cached.ts'
import type { Clients } from '../../../clients/clients.ts'
import { roleAbilities } from './roleLabels.ts'
import type { RoleDefinition } from './schemas.ts'

export function listRoles(clients: Clients, subscriptionId: string, refresh = false): Promise<CachedValue<RoleDefinition[]>> {
  return cached(clients, `role definitions ${subscriptionId}`, () => rolesOf(clients, subscriptionId), refresh)
}

export const rolesOf = (clients: Clients, subscriptionId: string) => rolesAt(clients, `/subscriptions/${subscriptionId}`)

export async function rolesAt(clients: Clients, scope: string): Promise<RoleDefinition[]> {
  const definitions = await clients.arm.listRoleDefinitions(scope)
  return definitions
    .map((definition) => ({
      id: definition.name.toLowerCase(),
      name: definition.properties.roleName,
      kind: definition.properties.type === 'CustomRole' ? ('custom' as const) : ('builtIn' as const),
      description: definition.properties.description ?? '',
      allowedActions: roleAbilities(definition),
      grantsAccess: isPrivileged(definition.properties.permissions),
    }))
    .sort((a, b) => a.name.localeCompare(b.name))
}
