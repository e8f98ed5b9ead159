import type { RoleSchedule } from '../../../clients/arm/armDecommission.ts'
import { plainScope, scopeOf } from '../../../clients/arm/armId.ts'
import type { RoleAssignment, RoleEligibility } from '../../../clients/arm/armRoles.ts'
import type { Clients } from '../../../clients/clients.ts'

/** Inherited rights belong to others and are never changed, so only rights in the subscription itself count. */
export interface Rights {
  assignments: RoleAssignment[]
  eligibilities: RoleEligibility[]
  /** People and groups hold these temporarily. */
  activations: RoleSchedule[]
  /** Applications keep their rights, so that they run until their resources are deleted. */
  kept: (RoleAssignment | RoleSchedule)[]
}

export function liesIn(subscriptionId: string, scope: string | undefined): boolean {
  const key = `/subscriptions/${subscriptionId}`.toLowerCase()
  const given = scope && plainScope(scope).toLowerCase()
  return given !== undefined && (given === key || given.startsWith(`${key}/`))
}

const isApplication = ({ properties }: RoleAssignment | RoleSchedule) => properties.principalType === 'ServicePrincipal'

/**
 * A temporary role is also listed as a role assignment (`originRoleAssignmentId`). Counting it as permanent would restore it without an
 * end.
 */
export function withoutTimed(assignments: RoleAssignment[], timed: RoleSchedule[]): RoleAssignment[] {
  const origins = new Set(timed.map(({ properties }) => properties.originRoleAssignmentId?.toLowerCase()))
  return assignments.filter(({ id }) => !origins.has(id.toLowerCase()))
}

export async function rightsIn({ arm }: Pick<Clients, 'arm'>, subscriptionId: string): Promise<Rights> {
  const scope = `/subscriptions/${subscriptionId}`
  const [all, eligible, timed] = await Promise.all([
    arm.listAllRoleAssignments(subscriptionId),
    arm.listRoleEligibility(scope),
    arm.listRoleActivations(scope),
  ])
  const own = withoutTimed(all, timed).filter((each) => liesIn(subscriptionId, scopeOf(each)))
  const ownTimed = timed.filter((each) => liesIn(subscriptionId, scopeOf(each)))
  return {
    assignments: own.filter((each) => !isApplication(each)),
    kept: [...own, ...ownTimed].filter(isApplication),
    activations: ownTimed.filter((each) => !isApplication(each)),
    eligibilities: eligible.filter((each) => liesIn(subscriptionId, scopeOf(each)) && each.properties.memberType !== 'Inherited'),
  }
}
