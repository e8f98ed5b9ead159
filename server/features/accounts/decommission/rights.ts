import { plainScope, scopeOf } from '../../../clients/arm/armId.ts'
import type { RoleSchedule } from '../../../clients/arm/armRetire.ts'
import type { RoleAssignment, RoleEligibility } from '../../../clients/arm/armRoles.ts'
import type { Clients } from '../../../clients/clients.ts'

/** Rights in one subscription: those inherited from above belong to others and are never touched. */
export interface Rights {
  /** Of people and groups. */
  assignments: RoleAssignment[]
  eligibilities: RoleEligibility[]
  /** Roles that people and groups have for a while. */
  activations: RoleSchedule[]
  /** Of applications: what runs goes on running until the resources go. */
  kept: (RoleAssignment | RoleSchedule)[]
}

/** Whether the scope is the subscription or lies in it. */
export function liesIn(subscriptionId: string, scope: string | undefined): boolean {
  const key = `/subscriptions/${subscriptionId}`.toLowerCase()
  const given = scope && plainScope(scope).toLowerCase()
  return given !== undefined && (given === key || given.startsWith(`${key}/`))
}

const isApplication = ({ properties }: RoleAssignment | RoleSchedule) => properties.principalType === 'ServicePrincipal'

/**
 * A role that is held for a while is a role assignment as well (`originRoleAssignmentId`). It is not listed with those that are held without
 * end: it would be given back without end.
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
