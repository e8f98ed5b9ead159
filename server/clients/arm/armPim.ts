import { type Static, Type } from 'typebox'
import { ExternalError } from '../externalError.ts'
import { fetchAllPages } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { OptionalNullableString } from '../shape.ts'
import { apiVersions } from './apiVersions.ts'
import { lastSegment } from './armId.ts'

export const RoleInstance = Type.Object({
  id: Type.String(),
  name: Type.String(),
  properties: Type.Object({
    roleDefinitionId: Type.String(),
    principalId: Type.String(),
    principalType: Type.Optional(Type.String()),
    scope: Type.Optional(Type.String()),
    memberType: OptionalNullableString,
    /** For assignments: `Assigned`, or `Activated` for an active eligible role. */
    assignmentType: OptionalNullableString,
    originRoleAssignmentId: OptionalNullableString,
    startDateTime: OptionalNullableString,
    /** Absent or null if permanent. */
    endDateTime: OptionalNullableString,
    roleEligibilityScheduleId: OptionalNullableString,
    expandedProperties: Type.Optional(
      Type.Object({
        roleDefinition: Type.Optional(Type.Object({ displayName: OptionalNullableString })),
        principal: Type.Optional(Type.Object({ displayName: OptionalNullableString, type: OptionalNullableString })),
      }),
    ),
  }),
})
export type RoleInstance = Static<typeof RoleInstance>

const Approvers = Type.Optional(
  Type.Union([
    Type.Array(
      Type.Object({
        id: OptionalNullableString,
        description: OptionalNullableString,
        userType: Type.Optional(Type.String()),
        isBackup: Type.Optional(Type.Boolean()),
      }),
    ),
    Type.Null(),
  ]),
)
const Rule = Type.Object({
  id: Type.String(),
  ruleType: OptionalNullableString,
  enabledRules: Type.Optional(Type.Array(Type.String())),
  isExpirationRequired: Type.Optional(Type.Boolean()),
  maximumDuration: OptionalNullableString,
  target: Type.Optional(Type.Unknown()),
  /** Only the rule for authentication contexts has this field. */
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
  properties: Type.Object({
    roleDefinitionId: Type.String(),
    policyId: OptionalNullableString,
    effectiveRules: Type.Optional(Type.Array(Rule)),
  }),
})
export type RolePolicy = Static<typeof PolicyAssignment>

const ScheduleRequest = Type.Object({
  id: Type.String(),
  name: Type.String(),
  properties: Type.Object({
    status: Type.String(),
    scheduleInfo: Type.Optional(
      Type.Union([
        Type.Object({
          startDateTime: OptionalNullableString,
          expiration: Type.Optional(Type.Object({ duration: OptionalNullableString, endDateTime: OptionalNullableString })),
        }),
        Type.Null(),
      ]),
    ),
  }),
})

/** Scope and name of a role request. The name is a GUID that stays the same in a retry, so that the request takes effect once. */
interface RoleRequestName {
  scope: string
  name: string
}

export interface RoleOrder extends RoleRequestName {
  type: 'AdminAssign' | 'AdminUpdate' | 'AdminRemove'
  roleDefinitionId: string
  principalId: string
  justification: string
  ticket?: { number: string; system: string } | undefined
  schedule?: { startsAt?: Date | undefined } & ({ minutes: number } | { endsAt: Date })
}

export interface RoleOrderState {
  status: string
  startsAt: Date | undefined
  endsAt: Date | undefined
}

interface TemporaryRole extends RoleRequestName {
  roleDefinitionId: string
  principalId: string
  startsAt: Date
  minutes: number
  justification: string
  ticket?: { number: string; system: string }
}

/**
 * Leaves out `linkedRoleEligibilityScheduleId`. This field is “to activate an eligibility” (specification of 2020-10-01), which only the
 * person can do, and every example with it is a SelfActivate. Slipway assigns roles as an administrator.
 */
function propertiesOf({ scope, type, roleDefinitionId, principalId, justification, ticket, schedule }: RoleOrder) {
  const expiration =
    schedule &&
    ('minutes' in schedule
      ? { type: 'AfterDuration', duration: `PT${schedule.minutes}M` }
      : { type: 'AfterDateTime', endDateTime: schedule.endsAt.toISOString() })
  return {
    principalId,
    roleDefinitionId: `${scope}/providers/Microsoft.Authorization/roleDefinitions/${lastSegment(roleDefinitionId)}`,
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

/**
 * Parses the minutes of an ISO 8601 duration such as `PT8H`, `P1DT30M` or `P1Y` (365 days per year, 30 per month); undefined for other
 * text.
 */
export function minutesOf(duration: string): number | undefined {
  const pattern = /^P(?:(\d{1,2})Y)?(?:(\d{1,3})M)?(?:(\d{1,4})D)?(?:T(?:(\d{1,4})H)?(?:(\d{1,5})M)?)?$/
  const [years = 0, months = 0, days = 0, hours = 0, minutes = 0] = (pattern.exec(duration) ?? [])
    .slice(1)
    .map((durationPart) => Number(durationPart ?? 0))
  const total = (years * 365 + months * 30 + days) * minutesIn.D + hours * minutesIn.H + minutes
  return total > 0 ? total : undefined
}

const eligibilityRule = 'Expiration_Admin_Eligibility'

/** Longest eligibility for a role in ISO 8601. `permanent` says whether the eligibility can be without an end. */
interface EligibilityLimit {
  permanent: boolean
  longest: string
}

/** Azure uses this default for policies without the rule. */
const defaultLimit: EligibilityLimit = { permanent: false, longest: 'P365D' }

export function eligibilityLimit(policy: RolePolicy | undefined): EligibilityLimit {
  const rule = policy?.properties.effectiveRules?.find(({ id }) => id === eligibilityRule)
  const { longest } = defaultLimit
  return rule ? { permanent: rule.isExpirationRequired === false, longest: rule.maximumDuration ?? longest } : defaultLimit
}

/**
 * PIM also lists permanent roles, as `Assigned` without an end. A time-limited role from Slipway or an administrator is `Assigned` with an
 * end, and a role that a person activated is `Activated`.
 */
export function isTemporary({ properties }: { properties: { assignmentType?: string | null; endDateTime?: string | null } }): boolean {
  return properties.assignmentType === 'Activated' || Boolean(properties.endDateTime)
}

export function armPim(send: Send) {
  const provider = (scope: string) => `${scope}/providers/Microsoft.Authorization`
  const query = { 'api-version': apiVersions.privilegedIdentity }
  const assignedTo = (personId: string) => ({ ...query, $filter: `assignedTo('${personId.replaceAll("'", "''")}')` })
  const requestPath = ({ scope, name }: RoleRequestName) => `${provider(scope)}/roleAssignmentScheduleRequests/${name}`

  return {
    listEligibleRolesOf: (scope: string, personId: string): Promise<RoleInstance[]> =>
      fetchAllPages(
        send,
        { method: 'GET', path: `${provider(scope)}/roleEligibilityScheduleInstances`, query: assignedTo(personId) },
        RoleInstance,
      ),

    listTemporaryRolesOf: async (scope: string, personId: string): Promise<RoleInstance[]> => {
      const path = `${provider(scope)}/roleAssignmentScheduleInstances`
      return (await fetchAllPages(send, { method: 'GET', path, query: assignedTo(personId) }, RoleInstance)).filter(isTemporary)
    },

    listRolePolicies: (scope: string): Promise<RolePolicy[]> =>
      fetchAllPages(send, { method: 'GET', path: `${provider(scope)}/roleManagementPolicyAssignments`, query }, PolicyAssignment),

    /** Returns a role's policy at a scope; undefined while Azure has none for a new scope (terraform-provider-azurerm #23775). */
    async getRolePolicy(scope: string, roleDefinitionId: string): Promise<RolePolicy | undefined> {
      const id = `${scope}/providers/Microsoft.Authorization/roleDefinitions/${lastSegment(roleDefinitionId)}`
      const filteredQuery = { ...query, $filter: `roleDefinitionId eq '${id.replaceAll("'", "''")}'` }
      const path = `${provider(scope)}/roleManagementPolicyAssignments`
      const instances = await fetchAllPages(send, { method: 'GET', path, query: filteredQuery }, PolicyAssignment)
      return instances.find(({ properties }) => lastSegment(properties.roleDefinitionId) === lastSegment(roleDefinitionId))
    },

    /**
     * Allows permanent eligibility for a role. Only this rule is sent, without a maximum duration, because Azure rejects a change that
     * contains one (kayasax/EasyPIM #272).
     */
    async allowPermanentEligibility(policyId: string): Promise<void> {
      const target = { caller: 'Admin', operations: ['All'], level: 'Eligibility', targetObjects: null, inheritableSettings: null }
      const rule = { id: eligibilityRule, ruleType: 'RoleManagementPolicyExpirationRule', isExpirationRequired: false, target }
      await send({ method: 'PATCH', path: policyId, query, body: { properties: { rules: [rule] } }, idempotent: true })
    },

    /** Sends a role request. Azure carries it out once, even if it is sent several times. */
    async orderRole(order: RoleOrder): Promise<RoleOrderState> {
      try {
        const reply = await send({ method: 'PUT', path: requestPath(order), query, body: { properties: propertiesOf(order) } })
        return stateOf(reply.as(ScheduleRequest).properties)
      } catch (error) {
        // An earlier attempt sent the request, but its response was lost.
        if (!(error instanceof ExternalError && error.code === 'RoleAssignmentRequestExists')) throw error
        return this.getRoleOrder(order)
      }
    },

    /**
     * Asks Azure to validate a schedule request without executing it.
     * @throws Azure's error if it would reject the order
     */
    async tryRoleOrder(order: RoleOrder): Promise<void> {
      await send({
        method: 'POST',
        path: `${requestPath(order)}/validate`,
        query,
        body: { properties: propertiesOf(order) },
        readOnly: true,
      })
    },

    async getRoleOrder(request: RoleRequestName): Promise<RoleOrderState> {
      return stateOf((await send({ method: 'GET', path: requestPath(request), query })).as(ScheduleRequest).properties)
    },

    /**
     * Assigns a time-limited role as an administrator.
     * @returns the status of the request
     */
    async requestTemporaryRole({ startsAt, minutes, ...wanted }: TemporaryRole): Promise<string> {
      return (await this.orderRole({ ...wanted, type: 'AdminAssign', schedule: { startsAt, minutes } })).status
    },

    async temporaryRoleStatus(request: RoleRequestName): Promise<string> {
      return (await this.getRoleOrder(request)).status
    },
  }
}
