import type { Db } from '../db/database.ts'

/** Permissions of an Azure role definition: each entry grants its actions without its notActions. */
export interface Permissions {
  actions?: readonly string[]
  notActions?: readonly string[]
  dataActions?: readonly string[]
  notDataActions?: readonly string[]
}

/**
 * Actions that change access or the company's policies. Source: the Microsoft.Authorization operations in Azure's reference. Contributor
 * has none of them, which is Azure's own line between managing resources and managing access.
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
 * Actions that let others use an identity or a vault. Roles that can change everything, such as Contributor, include these too, so they
 * count only in roles that name their provider.
 */
const takeoverActions = [
  'Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials/write',
  'Microsoft.KeyVault/vaults/accessPolicies/write',
]

/** Matches a pattern such as `Microsoft.Authorization/*` against an action; `*` matches any characters, case-insensitively. */
export function covers(pattern: string, action: string): boolean {
  const [first, ...rest] = pattern.toLowerCase().split('*')
  const wanted = action.toLowerCase()
  const last = rest.pop()
  if (last === undefined) return first === wanted
  if (!wanted.startsWith(first!)) return false
  let at = first!.length
  for (const part of rest) {
    const found = wanted.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return wanted.length - last.length >= at && wanted.endsWith(last)
}

/** Tells whether a role can change access, by its actions. A role with unknown actions counts as privileged. */
export function isPrivileged(permissions: readonly Permissions[] | undefined): boolean {
  if (permissions === undefined) return true
  return permissions.some(({ actions = [], notActions = [] }) => {
    const named = actions.filter((pattern) => !pattern.startsWith('*'))
    const grants = (patterns: readonly string[]) => (action: string) =>
      patterns.some((pattern) => covers(pattern, action)) && !notActions.some((pattern) => covers(pattern, action))
    return accessActions.some(grants(actions)) || takeoverActions.some(grants(named))
  })
}

/** Tells whether one of the roles is privileged, by its last read. A role that was not read yet counts as privileged. */
export async function anyPrivileged(db: Db, roles: readonly { roleDefinitionId: string }[]): Promise<boolean> {
  const ids = [...new Set(roles.map(({ roleDefinitionId }) => roleDefinitionId.toLowerCase()))]
  if (ids.length === 0) return false
  const harmless = await db
    .selectFrom('role_abilities')
    .select('role_definition_id')
    .where('role_definition_id', 'in', ids)
    .where('privileged', '=', false)
    .execute()
  return harmless.length < ids.length
}
