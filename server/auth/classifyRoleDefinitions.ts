import type { Db } from '../db/database.ts'

/** Permissions of an Azure role definition. Each entry grants its `actions` without its `notActions`. */
export interface Permissions {
  actions?: readonly string[]
  notActions?: readonly string[]
  dataActions?: readonly string[]
  notDataActions?: readonly string[]
}

/**
 * Actions that change access or the company's policies. Source: the Microsoft.Authorization operations in Azure's reference. The role
 * Contributor has none of them, because Azure itself separates managing resources from managing access this way.
 */
const accessActions = [
  'Microsoft.Authorization/roleAssignments/write',
  'Microsoft.Authorization/roleDefinitions/write',
  'Microsoft.Authorization/roleAssignmentScheduleRequests/write',
  'Microsoft.Authorization/roleEligibilityScheduleRequests/write',
  'Microsoft.Authorization/roleManagementPolicies/write',
  'Microsoft.Authorization/roleManagementPolicyAssignments/write',
  'Microsoft.Authorization/elevateAccess/action',
  'Microsoft.Authorization/classicAdministrators/write',
  'Microsoft.Authorization/denyAssignments/write',
  'Microsoft.Authorization/denyAssignments/delete',
  'Microsoft.Authorization/policyAssignments/write',
  'Microsoft.Authorization/policyAssignments/delete',
  'Microsoft.Authorization/policyExemptions/write',
  'Microsoft.Authorization/policyDefinitions/write',
  'Microsoft.Authorization/policySetDefinitions/write',
]

/**
 * Actions that give others the use of an identity or a vault. Broad roles such as Contributor have these actions too, so the actions count
 * only in roles that name their provider.
 */
const takeoverActions = [
  'Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials/write',
  'Microsoft.KeyVault/vaults/accessPolicies/write',
]

/** Matches a pattern such as `Microsoft.Authorization/*` against an action, ignoring case. `*` matches any characters. */
export function matchesAction(pattern: string, action: string): boolean {
  const [firstSegment, ...restSegments] = pattern.toLowerCase().split('*')
  const lowercasedAction = action.toLowerCase()
  const lastSegment = restSegments.pop()
  if (lastSegment === undefined) return firstSegment === lowercasedAction
  if (!lowercasedAction.startsWith(firstSegment!)) return false
  let offset = firstSegment!.length
  for (const segment of restSegments) {
    const matchIndex = lowercasedAction.indexOf(segment, offset)
    if (matchIndex < 0) return false
    offset = matchIndex + segment.length
  }
  return lowercasedAction.length - lastSegment.length >= offset && lowercasedAction.endsWith(lastSegment)
}

/** A role with unknown actions counts as privileged. */
export function isPrivileged(permissions: readonly Permissions[] | undefined): boolean {
  if (permissions === undefined) return true
  return permissions.some(({ actions = [], notActions = [] }) => {
    const namedActions = actions.filter((pattern) => !pattern.startsWith('*'))
    const grants = (patterns: readonly string[]) => (action: string) =>
      patterns.some((pattern) => matchesAction(pattern, action)) && !notActions.some((pattern) => matchesAction(pattern, action))
    return accessActions.some(grants(actions)) || takeoverActions.some(grants(namedActions))
  })
}

/** A role whose definition was never read counts as privileged. */
export async function anyPrivileged(db: Db, roles: readonly { roleDefinitionId: string }[]): Promise<boolean> {
  const ids = [...new Set(roles.map(({ roleDefinitionId }) => roleDefinitionId.toLowerCase()))]
  if (ids.length === 0) return false
  const unprivilegedRoles = await db
    .selectFrom('role_abilities')
    .select('role_definition_id')
    .where('role_definition_id', 'in', ids)
    .where('privileged', '=', false)
    .execute()
  return unprivilegedRoles.length < ids.length
}
