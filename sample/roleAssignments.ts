import { builtInRoles } from '../simulator/arm/builtInRoles.ts'
import type { Company, SampleAccount } from './shapes.ts'
import { stableId } from './stableId.ts'

export const ownerRoles = ['Contributor', 'User Access Administrator', 'Owner']

/** The names are derived, because these assignments exist since the account's creation. */
export const assignmentName = (scope: string, principalId: string, roleName: string) =>
  stableId(`role-assignment/${scope}/${principalId}/${roleName}`)

export const eligibilityName = (account: SampleAccount, ownerId: string, roleName: string) =>
  stableId(`role-eligibility/${account.id}/${ownerId}/${roleName}`)

export function sampleRoleAssignments(company: Company, account: SampleAccount) {
  const scope = `/subscriptions/${account.subscriptionId}`
  const provider = `${scope}/providers/Microsoft.Authorization`
  const roleDefinitionId = (roleName: string) => `${provider}/roleDefinitions/${builtInRoles.find(({ name }) => name === roleName)!.id}`
  return {
    assignments: company.groups
      .filter(({ accountId }) => accountId === account.id)
      .flatMap(({ id: principalId, roles = [] }) =>
        roles.map((role) => {
          const name = assignmentName(scope, principalId, role)
          const properties = { roleDefinitionId: roleDefinitionId(role), principalId, principalType: 'Group', scope }
          return { id: `${provider}/roleAssignments/${name}`, name, properties }
        }),
      ),
    eligibilities: account.ownerIds.flatMap((principalId) =>
      ownerRoles.map((role) => ({
        id: `${provider}/roleEligibilityScheduleInstances/${eligibilityName(account, principalId, role)}`,
        scope,
        roleDefinitionId: roleDefinitionId(role),
        principalId,
        principalType: 'User',
        endsAt: null,
      })),
    ),
  }
}
