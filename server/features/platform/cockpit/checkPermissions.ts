import { billingService } from '../../../clients/arm/armBilling.ts'
import { isGranted } from '../../../clients/arm/armPermissions.ts'
import type { Clients } from '../../../clients/clients.ts'
import { isGraphRoleGranted } from '../../../clients/graph/graphAppRoles.ts'
import { type MissingPermission, subscriptionCreator } from '../../../clients/missingPermission.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import { permissions } from '../../../clients/permissions.ts'
import type { Config } from '../../../config.ts'

interface ServiceContext {
  clients: Pick<Clients, 'arm' | 'graph'>
  config: Pick<Config, 'rootManagementGroup' | 'outside'>
}

/** A name without a slash is a role at the billing scope, not an action of Azure RBAC. */
const actions = permissions.filter(({ service, name }) => service === 'Azure' && name.includes('/')).map(({ name }) => name)
const appRoles = permissions.filter(({ service }) => service === 'Microsoft Graph').map(({ name }) => name)

/** Names of the permissions that the check of a service covers. */
export const coveredPermissions: Readonly<Record<string, readonly string[]>> = {
  Azure: actions,
  [billingService]: [subscriptionCreator.name],
  'Microsoft Graph': appRoles,
}

/**
 * Finds the listed permissions that Slipway lacks at the root management group; undefined if Microsoft Graph doesn't return Slipway's identity.
 * Role assignments are read, because Azure lists a caller's permissions only for resource groups and resources, and Slipway can have more
 * permissions in a subscription than at the root.
 * @throws OutsideError
 */
export async function missingInAzure({ clients, config }: ServiceContext): Promise<MissingPermission[] | undefined> {
  const root = `/providers/Microsoft.Management/managementGroups/${config.rootManagementGroup}`
  const principalId = await clients.graph.getPrincipalId(config.outside.clientId).catch((error: unknown) => {
    if (error instanceof OutsideError) return undefined
    throw error
  })
  const assignments = await clients.arm.listRoleAssignments(root, { assignedTo: principalId })
  if (!principalId) return undefined
  const roleIds = new Set(assignments.map(({ properties }) => properties.roleDefinitionId))
  const roles = await Promise.all([...roleIds].map((id) => clients.arm.getRoleDefinition(root, id)))
  const grantedPermissions = roles.flatMap(({ properties }) => properties.permissions ?? [])
  return actions.filter((action) => !isGranted(grantedPermissions, action)).map((name) => ({ name, scope: root }))
}

/** Finds the listed application permissions that Slipway lacks in Microsoft Graph. @throws OutsideError */
export async function missingInGraph({ clients, config }: ServiceContext): Promise<MissingPermission[]> {
  const grantedRoleIds = await clients.graph.listGrantedRoleIds(config.outside.clientId)
  return appRoles.filter((name) => !isGraphRoleGranted(grantedRoleIds, name)).map((name) => ({ name, scope: 'the tenant' }))
}
