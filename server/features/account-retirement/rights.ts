import type { RoleAssignment, RoleEligibility } from '../../clients/armRoles.ts'
import type { Clients } from '../../clients/clients.ts'

/** Rights in one subscription: those inherited from above belong to others and are never touched. */
export interface Rights {
  /** Of people and groups. */
  assignments: RoleAssignment[]
  eligibilities: RoleEligibility[]
  /** Of applications: what runs goes on running until the resources go. */
  kept: RoleAssignment[]
}

/** Whether the scope is the subscription or lies in it. */
export function liesIn(subscriptionId: string, scope: string | undefined): boolean {
  const key = `/subscriptions/${subscriptionId}`.toLowerCase()
  const given = scope?.toLowerCase()
  return given !== undefined && (given === key || given.startsWith(`${key}/`))
}

/** The scope of an assignment; where Azure leaves it out it stands in the id. */
export function scopeOf({ id, properties }: Pick<RoleAssignment, 'id'> & { properties: { scope?: string } }): string {
  return properties.scope ?? id.replace(/\/providers\/Microsoft\.Authorization\/.*$/i, '')
}

const isApplication = ({ properties }: RoleAssignment) => properties.principalType === 'ServicePrincipal'

export async function rightsIn({ arm }: Pick<Clients, 'arm'>, subscriptionId: string): Promise<Rights> {
  const [all, eligible] = await Promise.all([
    arm.listAllRoleAssignments(subscriptionId),
    arm.listRoleEligibility(`/subscriptions/${subscriptionId}`),
  ])
  const own = all.filter((each) => liesIn(subscriptionId, scopeOf(each)))
  return {
    assignments: own.filter((each) => !isApplication(each)),
    kept: own.filter(isApplication),
    eligibilities: eligible.filter((each) => liesIn(subscriptionId, scopeOf(each)) && each.properties.memberType !== 'Inherited'),
  }
}
