import { type Static, Type } from 'typebox'
import { OutsideError } from '../outsideError.ts'
import { collect } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'
import { tailOf } from './armId.ts'

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
    assignmentType: Text,
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

const Approvers = Type.Optional(
  Type.Union([
    Type.Array(
      Type.Object({ id: Text, description: Text, userType: Type.Optional(Type.String()), isBackup: Type.Optional(Type.Boolean()) }),
    ),
    Type.Null(),
  ]),
)
const Rule = Type.Object({
  id: Type.String(),
  ruleType: Text,
  enabledRules: Type.Optional(Type.Array(Type.String())),
  /** Whether it has to end; if not, it can be permanent. */
  isExpirationRequired: Type.Optional(Type.Boolean()),
  maximumDuration: Text,
  target: Type.Optional(Type.Unknown()),
  /** Of the rule for an authentication context. */
  isEnabled: Type.Optional(Type.Boolean()),
  setting: Type.Optional(
    Type.Object({
      isApprovalRequired: Type.Optional(Type.Boolean()),
      approvalStages: Type.Optional(
        Type.Union([
          Type.Array(
            Type.Object({
              primaryApprovers: Approvers,
              isEscalationEnabled: Type.Optional(Type.Boolean()),
              escalationApprovers: Approvers,
              isApproverJustificationRequired: Type.Optional(Type.Boolean()),
            }),
          ),
          Type.Null(),
        ]),
      ),
    }),
  ),
})
const PolicyAssignment = Type.Object({
  id: Type.String(),
  properties: Type.Object({ roleDefinitionId: Type.String(), policyId: Text, effectiveRules: Type.Optional(Type.Array(Rule)) }),
})
/** The rules by which a role is given, made available and activated. */
export type RolePolicy = Static<typeof PolicyAssignment>

const ScheduleRequest = Type.Object({
  id: Type.String(),
  name: Type.String(),
  properties: Type.Object({
    status: Type.String(),
    scheduleInfo: Type.Optional(
      Type.Union([
        Type.Object({
          startDateTime: Text,
          expiration: Type.Optional(Type.Object({ duration: Text, endDateTime: Text })),
        }),
        Type.Null(),
      ]),
    ),
  }),
})

/** Where a role is asked for, under which name: a GUID, so that repeating the request under the same one is harmless. */
export interface RoleRequestName {
  scope: string
  name: string
}

/** What is asked of Azure about a role that somebody takes for a while. */
export interface RoleOrder extends RoleRequestName {
  type: 'AdminAssign' | 'AdminUpdate' | 'AdminRemove'
  /** The GUID. */
  roleDefinitionId: string
  principalId: string
  justification: string
  ticket?: { number: string; system: string } | undefined
  /** Without a start: at once. */
  schedule?: { startsAt?: Date | undefined } & ({ minutes: number } | { endsAt: Date })
}

/** How a request stands, and from when to when it holds as far as Azure says so. */
export interface RoleOrderState {
  status: string
  startsAt: Date | undefined
  endsAt: Date | undefined
}

export interface TimedRole extends RoleRequestName {
  roleDefinitionId: string
  principalId: string
  startsAt: Date
  minutes: number
  justification: string
  ticket?: { number: string; system: string }
}

/**
 * No `linkedRoleEligibilityScheduleId`: it is there “to activate an eligibility” (specification of 2020-10-01), which only the person can do,
 * and every example with it is a SelfActivate. Slipway gives roles as an administrator.
 */
function propertiesOf({ scope, type, roleDefinitionId, principalId, justification, ticket, schedule }: RoleOrder) {
  const expiration =
    schedule &&
    ('minutes' in schedule
      ? { type: 'AfterDuration', duration: `PT${schedule.minutes}M` }
      : { type: 'AfterDateTime', endDateTime: schedule.endsAt.toISOString() })
  return {
    principalId,
    roleDefinitionId: `${scope}/providers/Microsoft.Authorization/roleDefinitions/${tailOf(roleDefinitionId)}`,
    requestType: type,
    justification,
    ...(schedule && expiration
      ? { scheduleInfo: { ...(schedule.startsAt ? { startDateTime: schedule.startsAt.toISOString() } : {}), expiration } }
      : {}),
    ...(ticket ? { ticketInfo: { ticketNumber: ticket.number, ticketSystem: ticket.system } } : {}),
  }
}

function stateOf({ status, scheduleInfo }: Static<typeof ScheduleRequest>['properties']): RoleOrderState {
  const startsAt = scheduleInfo?.startDateTime ? new Date(scheduleInfo.startDateTime) : undefined
  const { duration, endDateTime } = scheduleInfo?.expiration ?? {}
  const minutes = minutesOf(duration ?? '')
  const endsAt = endDateTime ? new Date(endDateTime) : startsAt && minutes ? new Date(startsAt.getTime() + minutes * 60_000) : undefined
  return { status, startsAt, endsAt }
}

const minutesIn = { D: 1_440, H: 60 } as const

/** Minutes of an ISO 8601 duration such as `PT8H`, `P1DT30M` or `P1Y` (a year is 365 days, a month 30); undefined for what is none. */
export function minutesOf(duration: string): number | undefined {
  const pattern = /^P(?:(\d{1,2})Y)?(?:(\d{1,3})M)?(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?)?$/
  const [years = 0, months = 0, days = 0, hours = 0, minutes = 0] = (pattern.exec(duration) ?? []).slice(1).map((part) => Number(part ?? 0))
  const total = (years * 365 + months * 30 + days) * minutesIn.D + hours * minutesIn.H + minutes
  return total > 0 ? total : undefined
}

const eligibilityRule = 'Expiration_Admin_Eligibility'

/** For how long principals can be made eligible for a role: the longest time as ISO 8601; `permanent` when it need not end. */
export interface EligibilityLimit {
  permanent: boolean
  longest: string
}

/** Azure's own default, for a policy that says nothing of it. */
const defaultLimit: EligibilityLimit = { permanent: false, longest: 'P365D' }

export function eligibilityLimit(policy: RolePolicy | undefined): EligibilityLimit {
  const rule = policy?.properties.effectiveRules?.find(({ id }) => id === eligibilityRule)
  const { longest } = defaultLimit
  return rule ? { permanent: rule.isExpirationRequired === false, longest: rule.maximumDuration ?? longest } : defaultLimit
}

/**
 * Roles that are held without end are listed among those that PIM gave, as `Assigned` and with no end; one that Slipway or an administrator
 * gave for a while is `Assigned` with an end, and one that somebody took themself is `Activated`.
 */
export function isTimed({ properties }: { properties: { assignmentType?: string | null; endDateTime?: string | null } }): boolean {
  return properties.assignmentType === 'Activated' || Boolean(properties.endDateTime)
}

/** Privileged identity management: roles that people may take for a while. */
export function armPim(send: Send) {
  const provider = (scope: string) => `${scope}/providers/Microsoft.Authorization`
  const query = { 'api-version': apiVersions.privilegedIdentity }
  const assignedTo = (personId: string) => ({ ...query, $filter: `assignedTo('${personId.replaceAll("'", "''")}')` })
  const requestPath = ({ scope, name }: RoleRequestName) => `${provider(scope)}/roleAssignmentScheduleRequests/${name}`

  return {
    /** What a person may take at a scope, directly or through groups. */
    listEligibleRolesOf: (scope: string, personId: string): Promise<RoleInstance[]> =>
      collect(send, { method: 'GET', path: `${provider(scope)}/roleEligibilityScheduleInstances`, query: assignedTo(personId) }, Instance),

    /** What a person has at a scope for a while, directly or through groups. */
    listTimedRolesOf: async (scope: string, personId: string): Promise<RoleInstance[]> => {
      const path = `${provider(scope)}/roleAssignmentScheduleInstances`
      return (await collect(send, { method: 'GET', path, query: assignedTo(personId) }, Instance)).filter(isTimed)
    },

    listRolePolicies: (scope: string): Promise<RolePolicy[]> =>
      collect(send, { method: 'GET', path: `${provider(scope)}/roleManagementPolicyAssignments`, query }, PolicyAssignment),

    /** The policy of one role at a scope; undefined while Azure has none for a scope that was just made (terraform-provider-azurerm #23775). */
    async getRolePolicy(scope: string, roleDefinitionId: string): Promise<RolePolicy | undefined> {
      const id = `${scope}/providers/Microsoft.Authorization/roleDefinitions/${tailOf(roleDefinitionId)}`
      const filtered = { ...query, $filter: `roleDefinitionId eq '${id.replaceAll("'", "''")}'` }
      const path = `${provider(scope)}/roleManagementPolicyAssignments`
      const found = await collect(send, { method: 'GET', path, query: filtered }, PolicyAssignment)
      return found.find(({ properties }) => tailOf(properties.roleDefinitionId) === tailOf(roleDefinitionId))
    },

    /**
     * Lets a role be made available without end. Only this rule is sent, and without a longest time: with one Azure refuses the change
     * (kayasax/EasyPIM #272).
     */
    async allowPermanentEligibility(policyId: string): Promise<void> {
      const target = { caller: 'Admin', operations: ['All'], level: 'Eligibility', targetObjects: null, inheritableSettings: null }
      const rule = { id: eligibilityRule, ruleType: 'RoleManagementPolicyExpirationRule', isExpirationRequired: false, target }
      await send({ method: 'PATCH', path: policyId, query, body: { properties: { rules: [rule] } }, idempotent: true })
    },

    /** Asks for what an order says, once, however often it is sent. */
    async orderRole(order: RoleOrder): Promise<RoleOrderState> {
      try {
        const reply = await send({ method: 'PUT', path: requestPath(order), query, body: { properties: propertiesOf(order) } })
        return stateOf(reply.as(ScheduleRequest).properties)
      } catch (error) {
        // The answer to an earlier try was lost.
        if (!(error instanceof OutsideError && error.code === 'RoleAssignmentRequestExists')) throw error
        return this.lookAtRoleOrder(order)
      }
    },

    /** Whether Azure would take the order; it throws what Azure would refuse it with, and nothing is done. */
    async tryRoleOrder(order: RoleOrder): Promise<void> {
      await send({
        method: 'POST',
        path: `${requestPath(order)}/validate`,
        query,
        body: { properties: propertiesOf(order) },
        readOnly: true,
      })
    },

    async lookAtRoleOrder(request: RoleRequestName): Promise<RoleOrderState> {
      return stateOf((await send({ method: 'GET', path: requestPath(request), query })).as(ScheduleRequest).properties)
    },

    /** Gives a person a role for a while, as an administrator does. @returns the status of the request */
    async requestTimedRole({ startsAt, minutes, ...wanted }: TimedRole): Promise<string> {
      return (await this.orderRole({ ...wanted, type: 'AdminAssign', schedule: { startsAt, minutes } })).status
    },

    async timedRoleStatus(request: RoleRequestName): Promise<string> {
      return (await this.lookAtRoleOrder(request)).status
    },
  }
}
