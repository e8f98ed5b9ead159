import type { AccessCheck } from '../../../clients/accessCheck.ts'
import { billingService } from '../../../clients/arm/armBilling.ts'
import { isGranted } from '../../../clients/arm/armPermissions.ts'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import { isGraphRoleGranted } from '../../../clients/graph/graphAppRoles.ts'
import { type MissingPermission, subscriptionCreator } from '../../../clients/missingPermission.ts'
import { requirementNames } from '../../../clients/requirements/requirements.ts'
import type { Config } from '../../../config.ts'

interface ServiceContext {
  clients: Pick<Clients, 'arm' | 'graph'>
  config: Pick<Config, 'rootManagementGroup' | 'external'>
}

/** A name without a slash is a role at the billing scope, not an action of Azure RBAC. */
const actions = requirementNames('Azure').filter((name) => name.includes('/'))
const appRoles = requirementNames('Microsoft Graph')

export const coveredPermissions: Readonly<Record<string, readonly string[]>> = {
  Azure: actions,
  [billingService]: [subscriptionCreator.name],
  'Microsoft Graph': appRoles,
}

/**
 * Finds the listed permissions that Slipway lacks at the root management group; undefined if Microsoft Graph doesn't return Slipway's
 * identity. Role assignments are read, because Azure lists a caller's permissions only for resource groups and resources, and Slipway can
 * have more permissions in a subscription than at the root.
 * @throws ExternalError
 */
export async function missingInAzure({ clients, config }: ServiceContext): Promise<MissingPermission[] | undefined> {
  const principalId = await clients.graph.getPrincipalId(config.external.clientId).catch((error: unknown) => {
    if (error instanceof ExternalError) return undefined
    throw error
  })
  const scope = rootOf(config)
  if (!principalId) {
    await clients.arm.listRoleAssignments(scope)
    return undefined
  }
  return (await fetchAzureAccess({ clients, config }, principalId)).missing.map((name) => ({ name, scope }))
}

const rootOf = ({ rootManagementGroup }: Pick<Config, 'rootManagementGroup'>) =>
  `/providers/Microsoft.Management/managementGroups/${rootManagementGroup}`

interface AzureAccess extends AccessCheck {
  /** A custom role that the principal has at the root; undefined if there is none. */
  roleName: string | undefined
}

/**
 * Reads the roles that a principal has at the root management group. Permissions from assignments with a condition stay unverified, because
 * only Azure evaluates conditions.
 * @throws ExternalError
 */
export async function fetchAzureAccess(
  { clients, config }: Pick<ServiceContext, 'config'> & { clients: Pick<Clients, 'arm'> },
  principalId: string,
): Promise<AzureAccess> {
  const root = rootOf(config)
  const assignments = await clients.arm.listRoleAssignments(root, { assignedTo: principalId })
  const roleIds = [...new Set(assignments.map(({ properties }) => properties.roleDefinitionId))]
  const roles = new Map(
    await Promise.all(roleIds.map(async (id) => [id, (await clients.arm.getRoleDefinition(root, id)).properties] as const)),
  )
  const permissionsOf = (chosen: typeof assignments) =>
    chosen.flatMap(({ properties }) => roles.get(properties.roleDefinitionId)?.permissions ?? [])
  const unconditional = permissionsOf(assignments.filter(({ properties }) => !properties.condition))
  const granted = actions.filter((action) => isGranted(unconditional, action))
  const unverified = actions.filter((action) => !granted.includes(action) && isGranted(permissionsOf(assignments), action))
  const missing = actions.filter((action) => !granted.includes(action) && !unverified.includes(action))
  // A role that Slipway has through a group is not extended, because the other members would get the permissions, too.
  // A role with a condition is for what the condition limits, so it is extended only if there is no other role.
  const own = assignments
    .filter(({ properties }) => properties.principalId.toLowerCase() === principalId.toLowerCase())
    .toSorted((one, other) => Number(Boolean(one.properties.condition)) - Number(Boolean(other.properties.condition)))
  const ownRoles = own.flatMap(({ properties }) => roles.get(properties.roleDefinitionId) ?? [])
  const roleName = ownRoles.find(({ type }) => type === 'CustomRole')?.roleName
  return { granted, unverified, missing, roleName }
}

/** @throws ExternalError */
export async function missingInGraph({ clients, config }: ServiceContext): Promise<MissingPermission[]> {
  const grantedRoleIds = await clients.graph.listGrantedRoleIds(config.external.clientId)
  return appRoles.filter((name) => !isGraphRoleGranted(grantedRoleIds, name)).map((name) => ({ name, scope: 'the tenant' }))
}
