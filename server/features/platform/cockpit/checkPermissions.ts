import { billingService } from '../../../clients/arm/armBilling.ts'
import { isGranted } from '../../../clients/arm/armPermissions.ts'
import type { Clients } from '../../../clients/clients.ts'
import { isGraphRoleGranted } from '../../../clients/graph/graphAppRoles.ts'
import { type MissingPermission, subscriptionCreator } from '../../../clients/missingPermission.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import { permissions } from '../../../clients/permissions.ts'
import type { Config } from '../../../config.ts'

interface World {
  clients: Pick<Clients, 'arm' | 'graph'>
  config: Pick<Config, 'rootManagementGroup' | 'outside'>
}

/** What is granted at the billing scope is no action of Azure RBAC. */
const actions = permissions.filter(({ service, name }) => service === 'Azure' && name.includes('/')).map(({ name }) => name)
const appRoles = permissions.filter(({ service }) => service === 'Microsoft Graph').map(({ name }) => name)

/** The names of the permissions that the check of a service covers. */
export const coveredPermissions: Readonly<Record<string, readonly string[]>> = {
  Azure: actions,
  [billingService]: [subscriptionCreator.name],
  'Microsoft Graph': appRoles,
}

/**
 * The listed permissions that Slipway's identity lacks at the root management group; undefined where Microsoft Graph does not say who it is. Its
 * role assignments are read, because Azure describes the list of a caller's permissions only for resource groups and resources, and in a
 * subscription Slipway can hold more than at the root.
 * @throws OutsideError
 */
export async function missingInAzure({ clients, config }: World): Promise<MissingPermission[] | undefined> {
  const root = `/providers/Microsoft.Management/managementGroups/${config.rootManagementGroup}`
  const principalId = await clients.graph.getPrincipalId(config.outside.clientId).catch((error: unknown) => {
    if (error instanceof OutsideError) return undefined
    throw error
  })
  const assignments = await clients.arm.listRoleAssignments(root, { assignedTo: principalId })
  if (!principalId) return undefined
  const roleIds = new Set(assignments.map(({ properties }) => properties.roleDefinitionId))
  const roles = await Promise.all([...roleIds].map((id) => clients.arm.getRoleDefinition(root, id)))
  const held = roles.flatMap(({ properties }) => properties.permissions ?? [])
  return actions.filter((action) => !isGranted(held, action)).map((name) => ({ name, scope: root }))
}

/** The listed application permissions that Slipway's identity lacks in Microsoft Graph. @throws OutsideError */
export async function missingInGraph({ clients, config }: World): Promise<MissingPermission[]> {
  const granted = await clients.graph.listGrantedRoleIds(config.outside.clientId)
  return appRoles.filter((name) => !isGraphRoleGranted(granted, name)).map((name) => ({ name, scope: 'the tenant' }))
}
