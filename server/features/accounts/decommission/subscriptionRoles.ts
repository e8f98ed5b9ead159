import { plainScope, scopeOf } from '../../../clients/arm/armId.ts'
import type { RoleInstance } from '../../../clients/arm/armPim.ts'
import type { RoleAssignment } from '../../../clients/arm/armRoles.ts'
import type { Clients } from '../../../clients/clients.ts'

/** Inherited roles belong to other scopes and are never changed, so only roles in the subscription itself count. */
export interface SubscriptionRoles {
  assignments: RoleAssignment[]
  eligibilities: RoleInstance[]
  activations: RoleInstance[]
  retained: (RoleAssignment | RoleInstance)[]
}

function isInSubscription(subscriptionId: string, scope: string | undefined): boolean {
  const key = `/subscriptions/${subscriptionId}`.toLowerCase()
  const normalizedScope = scope && plainScope(scope).toLowerCase()
  return normalizedScope !== undefined && (normalizedScope === key || normalizedScope.startsWith(`${key}/`))
}

const isApplication = ({ properties }: RoleAssignment | RoleInstance) => properties.principalType === 'ServicePrincipal'

/**
 * Azure also lists a temporary role as a role assignment (`originRoleAssignmentId`). If it counted as permanent, a restore would create it
 * without an end.
 */
export function permanentAssignments(assignments: RoleAssignment[], temporaryRoles: RoleInstance[]): RoleAssignment[] {
  const temporaryAssignmentIds = new Set(temporaryRoles.map(({ properties }) => properties.originRoleAssignmentId?.toLowerCase()))
  return assignments.filter(({ id }) => !temporaryAssignmentIds.has(id.toLowerCase()))
}

export async function fetchSubscriptionRoles({ arm }: Pick<Clients, 'arm'>, subscriptionId: string): Promise<SubscriptionRoles> {
  const scope = `/subscriptions/${subscriptionId}`
  const [allAssignments, eligibilities, temporaryRoles] = await Promise.all([
    arm.listAllRoleAssignments(subscriptionId),
    arm.listRoleEligibility(scope),
    arm.listRoleActivations(scope),
  ])
  const ownAssignments = permanentAssignments(allAssignments, temporaryRoles).filter((each) =>
    isInSubscription(subscriptionId, scopeOf(each)),
  )
  const ownActivations = temporaryRoles.filter((each) => isInSubscription(subscriptionId, scopeOf(each)))
  return {
    assignments: ownAssignments.filter((each) => !isApplication(each)),
    retained: [...ownAssignments, ...ownActivations].filter(isApplication),
    activations: ownActivations.filter((each) => !isApplication(each)),
    eligibilities: eligibilities.filter(
      (each) => isInSubscription(subscriptionId, scopeOf(each)) && each.properties.memberType !== 'Inherited',
    ),
  }
}
