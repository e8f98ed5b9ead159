import { type Static, Type } from 'typebox'
import { deterministicGuid } from '../deterministicGuid.ts'
import { OutsideError } from '../outsideError.ts'
import { collect } from '../pages.ts'
import type { OutsideRequest, Reply, Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'
import { scopeOf, tailOf } from './armId.ts'
import { minutesOf } from './armPim.ts'

const RoleDefinition = Type.Object({
  id: Type.String(),
  /** The GUID. */
  name: Type.String(),
  properties: Type.Object({
    roleName: Type.String(),
    description: Type.Optional(Type.String()),
    /** BuiltInRole or CustomRole. */
    type: Type.Optional(Type.String()),
    assignableScopes: Type.Optional(Type.Array(Type.String())),
    permissions: Type.Optional(
      Type.Array(
        Type.Object({
          actions: Type.Optional(Type.Array(Type.String())),
          notActions: Type.Optional(Type.Array(Type.String())),
          dataActions: Type.Optional(Type.Array(Type.String())),
          notDataActions: Type.Optional(Type.Array(Type.String())),
        }),
      ),
    ),
  }),
})
export type RoleDefinition = Static<typeof RoleDefinition>

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]))

/** All of it that has to be kept to make it again as it was. */
export const RoleAssignment = Type.Object({
  id: Type.String(),
  name: Type.String(),
  properties: Type.Object({
    roleDefinitionId: Type.String(),
    principalId: Type.String(),
    principalType: Type.Optional(Type.String()),
    scope: Type.Optional(Type.String()),
    condition: Text,
    conditionVersion: Text,
    description: Text,
  }),
})
export type RoleAssignment = Static<typeof RoleAssignment>

const Eligibility = Type.Object({
  id: Type.String(),
  name: Type.String(),
  properties: Type.Object({
    roleDefinitionId: Type.String(),
    principalId: Type.String(),
    principalType: Type.Optional(Type.String()),
    memberType: Text,
    scope: Type.Optional(Type.String()),
    status: Text,
    startDateTime: Text,
    /** Absent or null: without end. */
    endDateTime: Text,
    roleEligibilityScheduleId: Text,
  }),
})
export type RoleEligibility = Static<typeof Eligibility>

interface AssignedTo {
  principalId?: string
  assignedTo?: string | undefined
}

export interface Grant {
  /** The id of a subscription, resource group, management group or resource. */
  scope: string
  /** The full id or the GUID of a role definition. */
  roleDefinitionId: string
  principalId: string
  principalType: 'User' | 'Group' | 'ServicePrincipal'
}

const EligibilityRequest = Type.Object({
  properties: Type.Object({
    scheduleInfo: Type.Optional(
      Type.Union([
        Type.Object({
          startDateTime: Text,
          expiration: Type.Optional(Type.Union([Type.Object({ type: Text, duration: Text, endDateTime: Text }), Type.Null()])),
        }),
        Type.Null(),
      ]),
    ),
  }),
})

export interface EligibilityGrant extends Grant {
  /**
   * `AdminAssign` makes eligible, `AdminExtend` gives more time to who is, `AdminUpdate` changes what holds, `AdminRenew` makes eligible again
   * whose time is over (Microsoft Learn: "Extend or renew Azure resource role assignments in Privileged Identity Management").
   */
  type?: 'AdminAssign' | 'AdminExtend' | 'AdminUpdate' | 'AdminRenew'
  /** Tells one grant from a later one of the same role to the same principal, e.g. the id of the approved request. */
  requestKey: string
  justification: string
  /** When it ends, or how long it holds from now (ISO 8601). The role's policy says how long it can hold: see `eligibilityLimit`. */
  lasts: { until: Date } | { duration: string } | 'permanently'
}

export function armRoles(send: Send) {
  const provider = (scope: string) => `${scope}/providers/Microsoft.Authorization`
  const query = { 'api-version': apiVersions.authorization }
  const privileged = { 'api-version': apiVersions.privilegedIdentity }
  const fullRoleId = (scope: string, role: string) => (role.includes('/') ? role : `${provider(scope)}/roleDefinitions/${role}`)
  const roleGuid = (role: string) => role.slice(role.lastIndexOf('/') + 1)
  const principalIs = (principalId?: string) => principalId && `principalId eq '${principalId.replaceAll("'", "''")}'`

  return {
    listRoleDefinitions: (scope: string, { builtInOnly = false } = {}): Promise<RoleDefinition[]> =>
      collect(
        send,
        {
          method: 'GET',
          path: `${provider(scope)}/roleDefinitions`,
          query: { ...query, $filter: builtInOnly ? "type eq 'BuiltInRole'" : undefined },
        },
        RoleDefinition,
      ),

    /** @param role the full id or the GUID. @throws OutsideError */
    getRoleDefinition: async (scope: string, role: string): Promise<RoleDefinition> =>
      (await send({ method: 'GET', path: `${provider(scope)}/roleDefinitions/${roleGuid(role)}`, query })).as(RoleDefinition),

    /** Grants a role. Its name follows from what is granted, so repeating it, or finding it granted otherwise, is success. */
    async putRoleAssignment({ scope, roleDefinitionId, principalId, principalType }: Grant): Promise<void> {
      const name = deterministicGuid(scope, roleGuid(roleDefinitionId), principalId)
      const path = `${provider(scope)}/roleAssignments/${name}`
      const properties = { roleDefinitionId: fullRoleId(scope, roleDefinitionId), principalId, principalType }
      await unlessExists(send, { method: 'PUT', path, query, body: { properties } })
    },

    /**
     * The assignments that hold at a scope, of all principals or of one.
     * @param of.assignedTo object id of a user or service principal: what holds at the scope, or above it, for them and the groups they are in
     * (Microsoft Learn: "List Azure role assignments using the REST API", which has management groups among its scopes)
     */
    listRoleAssignments: (scope: string, { principalId, assignedTo }: AssignedTo = {}): Promise<RoleAssignment[]> =>
      collect(
        send,
        {
          method: 'GET',
          path: `${provider(scope)}/roleAssignments`,
          query: { ...query, $filter: principalIs(principalId) || `atScope()${assignedTo ? ` and assignedTo('${assignedTo}')` : ''}` },
        },
        RoleAssignment,
      ),

    /**
     * Makes a principal eligible for a role, as an administrator does. Repeating it is success.
     * @returns when it ends as Azure has it, null for never; undefined while another request for the same is on its way
     */
    async requestRoleEligibility(grant: EligibilityGrant): Promise<Date | null | undefined> {
      const { scope, roleDefinitionId, principalId, requestKey, justification, lasts, type = 'AdminAssign' } = grant
      const name = deterministicGuid(scope, roleGuid(roleDefinitionId), principalId, requestKey)
      const path = `${provider(scope)}/roleEligibilityScheduleRequests/${name}`
      const expiration =
        lasts === 'permanently'
          ? { type: 'NoExpiration' }
          : 'until' in lasts
            ? { type: 'AfterDateTime', endDateTime: lasts.until.toISOString() }
            : { type: 'AfterDuration', duration: lasts.duration }
      const properties = {
        principalId,
        roleDefinitionId: fullRoleId(scope, roleDefinitionId),
        requestType: type,
        justification,
        scheduleInfo: { expiration },
      }
      try {
        return endOf(await send({ method: 'PUT', path, query: privileged, body: { properties } }))
      } catch (error) {
        const code = error instanceof OutsideError ? error.code : ''
        // The answer to an earlier try was lost.
        if (code === 'RoleAssignmentRequestExists') return endOf(await send({ method: 'GET', path, query: privileged }))
        if (code === 'PendingRoleAssignmentRequest') return undefined
        if (code !== 'RoleAssignmentExists') throw error
        const held = await this.getRoleEligibility(grant)
        return held && (held.properties.endDateTime ? new Date(held.properties.endDateTime) : null)
      }
    },

    /** The eligibility of one principal for one role at this very scope. */
    async getRoleEligibility({ scope, roleDefinitionId, principalId }: Omit<Grant, 'principalType'>): Promise<RoleEligibility | undefined> {
      const held = await this.listRoleEligibility(scope, { principalId })
      return held.find(
        (each) =>
          tailOf(each.properties.roleDefinitionId) === tailOf(roleDefinitionId) &&
          each.properties.principalId.toLowerCase() === principalId.toLowerCase() &&
          scopeOf(each).toLowerCase() === scope.toLowerCase(),
      )
    },

    /** Who is eligible for what at a scope: all, or one principal. */
    listRoleEligibility: (scope: string, { principalId }: { principalId?: string } = {}): Promise<RoleEligibility[]> =>
      collect(
        send,
        {
          method: 'GET',
          path: `${provider(scope)}/roleEligibilityScheduleInstances`,
          query: { ...privileged, $filter: principalIs(principalId) || 'atScope()' },
        },
        Eligibility,
      ),
  }
}

function endOf(reply: Reply): Date | null | undefined {
  const { startDateTime, expiration } = reply.as(EligibilityRequest).properties.scheduleInfo ?? {}
  if (expiration?.endDateTime) return new Date(expiration.endDateTime)
  const minutes = minutesOf(expiration?.duration ?? '')
  if (minutes && startDateTime) return new Date(new Date(startDateTime).getTime() + minutes * 60_000)
  return expiration?.type?.toLowerCase() === 'noexpiration' ? null : undefined
}

async function unlessExists(send: Send, request: OutsideRequest): Promise<void> {
  try {
    await send(request)
  } catch (error) {
    if (error instanceof OutsideError && error.code === 'RoleAssignmentExists') return
    throw error
  }
}
