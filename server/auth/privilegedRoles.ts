import type { Db } from '../db/database.ts'

/** Of a role definition in Azure: each entry grants its actions less its notActions. */
export interface Permissions {
  actions?: readonly string[]
  notActions?: readonly string[]
  dataActions?: readonly string[]
  notDataActions?: readonly string[]
}

/**
 * Change who may do what, or what the company's policies forbid. Source: the operations of Microsoft.Authorization in Azure's reference;
 * Contributor is denied every one of them, which is Azure's own line between managing resources and managing access.
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
 * Lend an identity to somebody, or open a vault to them. Whoever may change everything holds these too, Contributor among them, so they
 * count only where a role names their provider.
 */
const takeoverActions = [
  'Microsoft.ManagedIdentity/userAssignedIdentities/federatedIdentityCredentials/write',
  'Microsoft.KeyVault/vaults/accessPolicies/write',
]

/** Whether a pattern such as `Microsoft.Authorization/*` takes the action in; `*` stands for any characters, and case does not count. */
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

/** Whether a role lets its holders change who may do what, by its actions. One whose actions are not known does. */
export function isPrivileged(permissions: readonly Permissions[] | undefined): boolean {
  if (permissions === undefined) return true
  return permissions.some(({ actions = [], notActions = [] }) => {
    const named = actions.filter((pattern) => !pattern.startsWith('*'))
    const grants = (patterns: readonly string[]) => (action: string) =>
      patterns.some((pattern) => covers(pattern, action)) && !notActions.some((pattern) => covers(pattern, action))
    return accessActions.some(grants(actions)) || takeoverActions.some(grants(named))
  })
}

/** Whether one of the roles is privileged, by what was learned of them last. One that was not learned yet is. */
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
