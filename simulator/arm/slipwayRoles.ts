import { stableId } from '../../sample/stableId.ts'
import type { Simulator } from '../simulator.ts'
import type { RoleDefinition } from './builtInRoles.ts'

export const slipwayRoleName = 'Slipway'

/** The custom role of Slipway's identity: the actions that the product documents, but for those that are taken away. */
export function slipwayRole(sim: Simulator): RoleDefinition {
  return {
    id: stableId('role-definition/slipway'),
    name: slipwayRoleName,
    description: 'What Slipway needs in Azure.',
    type: 'CustomRole',
    assignableScopes: [`/providers/Microsoft.Management/managementGroups/${sim.company.managementGroups[0]!.id}`],
    actions: sim.permissions.held('Azure').filter((name) => name.includes('/')),
  }
}
