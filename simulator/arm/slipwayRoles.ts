import { stableId } from '../../sample/stableId.ts'
import type { Simulator } from '../core/simulator.ts'
import type { RoleDefinition } from './builtInRoles.ts'

export const slipwayRoleName = 'Slipway'
export const slipwaySecretsRoleName = 'Slipway secrets'

/**
 * Slipway's identity has the documented custom roles, without permissions that a test has removed. The second role is for single vaults.
 */
export function slipwayRoles(sim: Simulator): RoleDefinition[] {
  const role = (id: string, name: string, description: string): RoleDefinition => ({
    id: stableId(`role-definition/${id}`),
    name,
    description,
    type: 'CustomRole',
    assignableScopes: [`/providers/Microsoft.Management/managementGroups/${sim.company.managementGroups[0]!.id}`],
    actions: [],
  })
  const actions = sim.permissions.held('Azure').filter((name) => name.includes('/'))
  return [
    { ...role('slipway', slipwayRoleName, 'Permissions that Slipway needs in Azure.'), actions },
    {
      ...role('slipway-secrets', slipwaySecretsRoleName, 'Permissions that Slipway needs in a key vault.'),
      dataActions: sim.permissions.held('Key Vault'),
    },
  ]
}
