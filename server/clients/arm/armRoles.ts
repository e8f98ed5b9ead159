import { type Static, Type } from 'typebox'
import { deterministicGuid } from '../deterministicGuid.ts'
import { ExternalError } from '../externalError.ts'
import { fetchAllPages } from '../pages.ts'
import type { ExternalRequest, Reply, Send } from '../pipeline.ts'
import { OptionalNullableString, OptionalStringArray } from '../shape.ts'
import { apiVersions } from './apiVersions.ts'
import { lastSegment, scopeOf } from './armId.ts'
import { minutesOf, RoleInstance } from './armPim.ts'

const RolePermissions = Type.Object({
  actions: OptionalStringArray,
  notActions: OptionalStringArray,
  dataActions: OptionalStringArray,
  notDataActions: OptionalStringArray,
})
type RolePermissions = Static<typeof RolePermissions>

const RoleDefinition = Type.Object({
  id: Type.String(),
  name: Type.String(),
  properties: Type.Object({
    roleName: Type.String(),
    description: Type.Optional(Type.String()),
    /** `BuiltInRole` or `CustomRole`. */
    type: Type.Optional(Type.String()),
    assignableScopes: Type.Optional(Type.Array(Type.String())),
    permissions: Type.Optional(Type.Array(RolePermissions)),
  }),
})
export type RoleDefinition = Static<typeof RoleDefinition>

/** Contains every property that is needed to create the assignment again. */
export const RoleAssignment = Type.Object({
  id: Type.String(),
  name: Type.String(),
  properties: Type.Object({
    roleDefinitionId: Type.String(),
    principalId: Type.String(),
    principalType: Type.Optional(Type.String()),
    createdOn: Type.Optional(Type.String()),
    scope: Type.Optional(Type.String()),
    condition: OptionalNullableString,
    conditionVersion: OptionalNullableString,
    description: OptionalNullableString,
  }),
})
export type RoleAssignment = Static<typeof RoleAssignment>

interface AssignedTo {
  principalId?: string
  assignedTo?: string | undefined
}

interface Grant {
  /** ID of a subscription, resource group, management group or resource. */
  scope: string
  /** Full ID or GUID of a role definition. */
  roleDefinitionId: string
  principalId: string
  principalType: 'User' | 'Group' | 'ServicePrincipal'
}

const EligibilityRequest = Type.Object({
  properties: Type.Object({
    scheduleInfo: Type.Optional(
      Type.Union([
        Type.Object({
          startDateTime: OptionalNullableString,
          expiration: Type.Optional(
            Type.Union([
              Type.Object({ type: OptionalNullableString, duration: OptionalNullableString, endDateTime: OptionalNullableString }),
              Type.Null(),
            ]),
          ),
        }),
        Type.Null(),
      ]),
    ),
  }),
})

export interface EligibilityGrant extends Grant {
  /**
   * `AdminAssign` creates an eligibility, `AdminExtend` extends an active one, `AdminUpdate` changes it, `AdminRenew` renews an expired one
   * (Microsoft Learn: "Extend or renew Azure resource role assignments in Privileged Identity Management").
   */
  type?: 'AdminAssign' | 'AdminExtend' | 'AdminUpdate' | 'AdminRenew'
  /** Distinguishes this grant from a later grant of the same role to the same principal, for example by the ID of the approved request. */
  requestKey: string
  justification: string
  /** The end as a date, or as a duration from now (ISO 8601). The policy of the role limits it; see `eligibilityLimit`. */
  expiration: { until: Date } | { duration: string } | 'permanently'
}

export function armRoles(send: Send) {
  const provider = (scope: string) => `${scope}/providers/Microsoft.Authorization`
  const query = { 'api-version': apiVersions.authorization }
  const privilegedQuery = { 'api-version': apiVersions.privilegedIdentity }
  const fullRoleId = (scope: string, role: string) => (role.includes('/') ? role : `${provider(scope)}/roleDefinitions/${role}`)
  const roleGuid = (role: string) => role.slice(role.lastIndexOf('/') + 1)
  const principalFilter = (principalId?: string) => principalId && `principalId eq '${principalId.replaceAll("'", "''")}'`

  return {
    listRoleDefinitions: (scope: string, { builtInOnly = false } = {}): Promise<RoleDefinition[]> =>
      fetchAllPages(
        send,
        {
          method: 'GET',
          path: `${provider(scope)}/roleDefinitions`,
          query: { ...query, $filter: builtInOnly ? "type eq 'BuiltInRole'" : undefined },
        },
        RoleDefinition,
      ),

    /**
     * @param role full ID or GUID
     * @throws ExternalError
     */
    getRoleDefinition: async (scope: string, role: string): Promise<RoleDefinition> =>
      (await send({ method: 'GET', path: `${provider(scope)}/roleDefinitions/${roleGuid(role)}`, query })).as(RoleDefinition),

    /**
     * Assigns a role. The name of the assignment is derived from the grant, so the call is idempotent. The call also succeeds if an
     * assignment with another name exists.
     */
    async putRoleAssignment({ scope, roleDefinitionId, principalId, principalType }: Grant): Promise<void> {
      const name = deterministicGuid(scope, roleGuid(roleDefinitionId), principalId)
      const path = `${provider(scope)}/roleAssignments/${name}`
      const properties = { roleDefinitionId: fullRoleId(scope, roleDefinitionId), principalId, principalType }
      await ignoreExisting(send, { method: 'PUT', path, query, body: { properties } })
    },

    /**
     * Lists assignments at a scope, of all principals or of one.
     * @param assignedTo object ID of a user or service principal: assignments at or above the scope, direct and through groups
     * (Microsoft Learn: "List Azure role assignments using the REST API", which includes management groups as scopes)
     */
    listRoleAssignments: (scope: string, { principalId, assignedTo }: AssignedTo = {}): Promise<RoleAssignment[]> =>
      fetchAllPages(
        send,
        {
          method: 'GET',
          path: `${provider(scope)}/roleAssignments`,
          query: { ...query, $filter: principalFilter(principalId) || `atScope()${assignedTo ? ` and assignedTo('${assignedTo}')` : ''}` },
        },
        RoleAssignment,
      ),

    /**
     * Lists what the caller can do to a resource. Azure offers this for resources and resource groups only ("Permissions - List For Resource",
     * 2022-04-01).
     */
    listPermissions: (resourceId: string): Promise<RolePermissions[]> =>
      fetchAllPages(send, { method: 'GET', path: `${provider(resourceId)}/permissions`, query }, RolePermissions),

    /**
     * Makes a principal eligible for a role, as an administrator. The call is idempotent.
     * @returns Azure's end date, null if permanent; undefined while another assignment request for the same role is pending
     * @throws ExternalError `PendingRoleAssignmentRequest` if another request is pending and an existing eligibility must change
     */
    async requestRoleEligibility(grant: EligibilityGrant): Promise<Date | null | undefined> {
      const { scope, roleDefinitionId, principalId, requestKey, justification, expiration, type = 'AdminAssign' } = grant
      const name = deterministicGuid(scope, roleGuid(roleDefinitionId), principalId, requestKey)
      const path = `${provider(scope)}/roleEligibilityScheduleRequests/${name}`
      const azureExpiration =
        expiration === 'permanently'
          ? { type: 'NoExpiration' }
          : 'until' in expiration
            ? { type: 'AfterDateTime', endDateTime: expiration.until.toISOString() }
            : { type: 'AfterDuration', duration: expiration.duration }
      const properties = {
        principalId,
        roleDefinitionId: fullRoleId(scope, roleDefinitionId),
        requestType: type,
        justification,
        scheduleInfo: { expiration: azureExpiration },
      }
      try {
        return scheduleEndOf(await send({ method: 'PUT', path, query: privilegedQuery, body: { properties } }))
      } catch (error) {
        const code = error instanceof ExternalError ? error.code : ''
        // An earlier attempt sent the request, but its response was lost.
        if (code === 'RoleAssignmentRequestExists') return scheduleEndOf(await send({ method: 'GET', path, query: privilegedQuery }))
        // The pending request grants the eligibility, but a pending request doesn't change the end of an existing eligibility.
        if (code === 'PendingRoleAssignmentRequest' && type === 'AdminAssign') return undefined
        if (code !== 'RoleAssignmentExists') throw error
        const eligibility = await this.getRoleEligibility(grant)
        return eligibility && (eligibility.properties.endDateTime ? new Date(eligibility.properties.endDateTime) : null)
      }
    },

    async getRoleEligibility({ scope, roleDefinitionId, principalId }: Omit<Grant, 'principalType'>): Promise<RoleInstance | undefined> {
      const eligibility = await this.listRoleEligibility(scope, { principalId })
      return eligibility.find(
        (each) =>
          lastSegment(each.properties.roleDefinitionId) === lastSegment(roleDefinitionId) &&
          each.properties.principalId.toLowerCase() === principalId.toLowerCase() &&
          scopeOf(each).toLowerCase() === scope.toLowerCase(),
      )
    },

    listRoleEligibility: (scope: string, { principalId }: { principalId?: string } = {}): Promise<RoleInstance[]> =>
      fetchAllPages(
        send,
        {
          method: 'GET',
          path: `${provider(scope)}/roleEligibilityScheduleInstances`,
          query: { ...privilegedQuery, $filter: principalFilter(principalId) || 'atScope()' },
        },
        RoleInstance,
      ),
  }
}

function scheduleEndOf(reply: Reply): Date | null | undefined {
  const { startDateTime, expiration } = reply.as(EligibilityRequest).properties.scheduleInfo ?? {}
  if (expiration?.endDateTime) return new Date(expiration.endDateTime)
  const minutes = minutesOf(expiration?.duration ?? '')
  if (minutes && startDateTime) return new Date(new Date(startDateTime).getTime() + minutes * 60_000)
  return expiration?.type?.toLowerCase() === 'noexpiration' ? null : undefined
}

async function ignoreExisting(send: Send, request: ExternalRequest): Promise<void> {
  try {
    await send(request)
  } catch (error) {
    if (error instanceof ExternalError && error.code === 'RoleAssignmentExists') return
    throw error
  }
}
