import { type Static, Type } from 'typebox'
import { apiVersions } from './apiVersions.ts'
import { OutsideError } from './outsideError.ts'
import { collect } from './pages.ts'
import type { Send } from './pipeline.ts'

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]))

const Instance = Type.Object({
  id: Type.String(),
  name: Type.String(),
  properties: Type.Object({
    roleDefinitionId: Type.String(),
    principalId: Type.String(),
    principalType: Type.Optional(Type.String()),
    scope: Type.Optional(Type.String()),
    /** Of assignments: Assigned, or Activated when it came from an eligibility. */
    assignmentType: Type.Optional(Type.String()),
    startDateTime: Text,
    /** Absent or null: without end. */
    endDateTime: Text,
    roleEligibilityScheduleId: Text,
    expandedProperties: Type.Optional(
      Type.Object({
        roleDefinition: Type.Optional(Type.Object({ displayName: Text })),
        principal: Type.Optional(Type.Object({ displayName: Text, type: Text })),
      }),
    ),
  }),
})
/** A role somebody may take, or has, at a scope. */
export type RoleInstance = Static<typeof Instance>

const Rule = Type.Object({
  id: Type.String(),
  enabledRules: Type.Optional(Type.Array(Type.String())),
  maximumDuration: Type.Optional(Type.String()),
  setting: Type.Optional(Type.Object({ isApprovalRequired: Type.Optional(Type.Boolean()) })),
})
const PolicyAssignment = Type.Object({
  id: Type.String(),
  properties: Type.Object({ roleDefinitionId: Type.String(), effectiveRules: Type.Optional(Type.Array(Rule)) }),
})
/** The rules by which a role is taken. */
export type RolePolicy = Static<typeof PolicyAssignment>

const ScheduleRequest = Type.Object({ id: Type.String(), name: Type.String(), properties: Type.Object({ status: Type.String() }) })

export interface TimedRole {
  scope: string
  roleDefinitionId: string
  principalId: string
  linkedEligibilityId: string | undefined
  /** A GUID: repeating the request under the same one is harmless. */
  name: string
  startsAt: Date
  minutes: number
  justification: string
  ticket?: { number: string; system: string }
}

/** Privileged identity management: roles that people may take for a while. */
export function armPim(send: Send) {
  const provider = (scope: string) => `${scope}/providers/Microsoft.Authorization`
  const query = { 'api-version': apiVersions.privilegedIdentity }
  const assignedTo = (personId: string) => ({ ...query, $filter: `assignedTo('${personId.replaceAll("'", "''")}')` })
  const requestPath = ({ scope, name }: Pick<TimedRole, 'scope' | 'name'>) => `${provider(scope)}/roleAssignmentScheduleRequests/${name}`

  return {
    /** What a person may take at a scope, directly or through groups. */
    listEligibleRolesOf: (scope: string, personId: string): Promise<RoleInstance[]> =>
      collect(send, { method: 'GET', path: `${provider(scope)}/roleEligibilityScheduleInstances`, query: assignedTo(personId) }, Instance),

    /** What a person has at a scope by PIM, directly or through groups. */
    listTimedRolesOf: (scope: string, personId: string): Promise<RoleInstance[]> =>
      collect(send, { method: 'GET', path: `${provider(scope)}/roleAssignmentScheduleInstances`, query: assignedTo(personId) }, Instance),

    listRolePolicies: (scope: string): Promise<RolePolicy[]> =>
      collect(send, { method: 'GET', path: `${provider(scope)}/roleManagementPolicyAssignments`, query }, PolicyAssignment),

    /** Gives a person a role for a while, as an administrator does. @returns the status of the request */
    async requestTimedRole(wanted: TimedRole): Promise<string> {
      const { roleDefinitionId, principalId, linkedEligibilityId, startsAt, minutes, justification, ticket } = wanted
      const properties = {
        principalId,
        roleDefinitionId,
        requestType: 'AdminAssign',
        justification,
        scheduleInfo: { startDateTime: startsAt.toISOString(), expiration: { type: 'AfterDuration', duration: `PT${minutes}M` } },
        ...(linkedEligibilityId ? { linkedRoleEligibilityScheduleId: linkedEligibilityId } : {}),
        ...(ticket ? { ticketInfo: { ticketNumber: ticket.number, ticketSystem: ticket.system } } : {}),
      }
      try {
        const reply = await send({ method: 'PUT', path: requestPath(wanted), query, body: { properties } })
        return reply.as(ScheduleRequest).properties.status
      } catch (error) {
        // The answer to an earlier try was lost.
        if (!(error instanceof OutsideError && error.code === 'RoleAssignmentRequestExists')) throw error
        return this.timedRoleStatus(wanted)
      }
    },

    async timedRoleStatus(request: Pick<TimedRole, 'scope' | 'name'>): Promise<string> {
      return (await send({ method: 'GET', path: requestPath(request), query })).as(ScheduleRequest).properties.status
    },
  }
}
