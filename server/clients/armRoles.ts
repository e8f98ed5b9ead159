import { type Static, Type } from 'typebox'
import { apiVersions } from './apiVersions.ts'
import { deterministicGuid } from './deterministicGuid.ts'
import { OutsideError } from './outsideError.ts'
import { collect } from './pages.ts'
import type { OutsideRequest, Send } from './pipeline.ts'

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
    memberType: Type.Optional(Type.String()),
    scope: Type.Optional(Type.String()),
    status: Type.Optional(Type.String()),
    startDateTime: Type.Optional(Type.String()),
    /** Absent or null: without end. */
    endDateTime: Text,
    roleEligibilityScheduleId: Type.Optional(Type.String()),
  }),
})
export type RoleEligibility = Static<typeof Eligibility>

export interface Grant {
  /** The id of a subscription, resource group, management group or resource. */
  scope: string
  /** The full id or the GUID of a role definition. */
  roleDefinitionId: string
  principalId: string
  principalType: 'User' | 'Group' | 'ServicePrincipal'
}

export interface EligibilityGrant extends Grant {
  /** Tells one grant from a later one of the same role to the same principal, e.g. the id of the approved request. */
  requestKey: string
  justification: string
  /** When it ends; without it, never. */
  endsAt?: Date
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

    /** Grants a role. Its name follows from what is granted, so repeating it, or finding it granted otherwise, is success. */
    async putRoleAssignment({ scope, roleDefinitionId, principalId, principalType }: Grant): Promise<void> {
      const name = deterministicGuid(scope, roleGuid(roleDefinitionId), principalId)
      const path = `${provider(scope)}/roleAssignments/${name}`
      const properties = { roleDefinitionId: fullRoleId(scope, roleDefinitionId), principalId, principalType }
      await unlessExists(send, { method: 'PUT', path, query, body: { properties } })
    },

    /** The assignments that hold at a scope, of all principals or of one. */
    listRoleAssignments: (scope: string, { principalId }: { principalId?: string } = {}): Promise<RoleAssignment[]> =>
      collect(
        send,
        {
          method: 'GET',
          path: `${provider(scope)}/roleAssignments`,
          query: { ...query, $filter: principalIs(principalId) || 'atScope()' },
        },
        RoleAssignment,
      ),

    /** Makes a principal eligible for a role, as an administrator does. Repeating it is success. */
    async requestRoleEligibility(grant: EligibilityGrant): Promise<void> {
      const { scope, roleDefinitionId, principalId, requestKey, justification, endsAt } = grant
      const name = deterministicGuid(scope, roleGuid(roleDefinitionId), principalId, requestKey)
      const path = `${provider(scope)}/roleEligibilityScheduleRequests/${name}`
      const expiration = endsAt ? { type: 'AfterDateTime', endDateTime: endsAt.toISOString() } : { type: 'NoExpiration' }
      const properties = {
        principalId,
        roleDefinitionId: fullRoleId(scope, roleDefinitionId),
        requestType: 'AdminAssign',
        justification,
        scheduleInfo: { expiration },
      }
      await unlessExists(send, { method: 'PUT', path, query: privileged, body: { properties } })
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

async function unlessExists(send: Send, request: OutsideRequest): Promise<void> {
  try {
    await send(request)
  } catch (error) {
    if (error instanceof OutsideError && /^(RoleAssignment(Request)?Exists|PendingRoleAssignmentRequest)$/.test(error.code)) return
    throw error
  }
}
