import { type Static, Type } from 'typebox'
import { deterministicGuid } from '../deterministicGuid.ts'
import { ExternalError } from '../externalError.ts'
import { fetchAllPages } from '../pages.ts'
import type { ExternalRequest, Send } from '../pipeline.ts'
import { OptionalNullableString } from '../shape.ts'
import { apiVersions } from './apiVersions.ts'
import { isTemporary, RoleInstance } from './armPim.ts'
import { RoleAssignment } from './armRoles.ts'
import { type Progress, startOrPoll } from './longRunning.ts'

const Vault = Type.Object({
  id: Type.String(),
  name: Type.String(),
  properties: Type.Optional(
    Type.Object({
      securitySettings: Type.Optional(
        Type.Object({ immutabilitySettings: Type.Optional(Type.Object({ state: Type.Optional(Type.String()) })) }),
      ),
    }),
  ),
})

const BackupItem = Type.Object({
  id: Type.String(),
  properties: Type.Object({
    friendlyName: OptionalNullableString,
    isScheduledForDeferredDelete: Type.Optional(Type.Boolean()),
    deferredDeleteTimeInUTC: OptionalNullableString,
    softDeleteRetentionPeriodInDays: Type.Optional(Type.Integer()),
  }),
})
export type BackupItem = Static<typeof BackupItem>

export interface BackupVault {
  id: string
  name: string
  /** True if no caller can delete items before the end of their retention. */
  immutable: boolean
  items: BackupItem[]
}

interface ScheduleRemoval {
  scope: string
  roleDefinitionId: string
  principalId: string
  /** Distinguishes the request for this removal from the request for a later removal of the same role. */
  requestKey: string
  justification: string
}

const notFoundCodes = new Set(['RoleAssignmentDoesNotExist', 'RoleAssignmentRequestExists', 'PendingRoleAssignmentRequest'])

export function armDecommission(send: Send) {
  const subscription = (id: string) => `/subscriptions/${encodeURIComponent(id)}`
  const authorization = { 'api-version': apiVersions.authorization }
  const privilegedQuery = { 'api-version': apiVersions.privilegedIdentity }
  const recoveryQuery = { 'api-version': apiVersions.recoveryServices }
  const subscriptionQuery = { 'api-version': apiVersions.subscriptionAliases }

  async function deleted(request: ExternalRequest, state: string | undefined): Promise<Progress<undefined>> {
    try {
      const progress = await startOrPoll(send, request, state)
      return progress.done ? { done: true, result: undefined } : progress
    } catch (error) {
      if (state === undefined && error instanceof ExternalError && error.status === 404) return { done: true, result: undefined }
      throw error
    }
  }

  async function removeSchedule(kind: 'Eligibility' | 'Assignment', removal: ScheduleRemoval): Promise<boolean> {
    const { scope, roleDefinitionId, principalId, requestKey, justification } = removal
    const name = deterministicGuid(scope, roleDefinitionId, principalId, `remove ${requestKey}`)
    const path = `${scope}/providers/Microsoft.Authorization/role${kind}ScheduleRequests/${name}`
    const properties = { principalId, roleDefinitionId, requestType: 'AdminRemove', justification }
    try {
      await send({ method: 'PUT', path, query: privilegedQuery, body: { properties } })
    } catch (error) {
      if (error instanceof ExternalError && error.code === 'ActiveDurationTooShort') return false
      if (!(error instanceof ExternalError && notFoundCodes.has(error.code))) throw error
    }
    return true
  }

  return {
    /** Lists role assignments at, above and below a subscription. */
    listAllRoleAssignments: (subscriptionId: string): Promise<RoleAssignment[]> =>
      fetchAllPages(
        send,
        {
          method: 'GET',
          path: `${subscription(subscriptionId)}/providers/Microsoft.Authorization/roleAssignments`,
          query: authorization,
        },
        RoleAssignment,
      ),

    listRoleAssignmentsAround: (scope: string): Promise<RoleAssignment[]> =>
      fetchAllPages(
        send,
        { method: 'GET', path: `${scope}/providers/Microsoft.Authorization/roleAssignments`, query: authorization },
        RoleAssignment,
      ),

    /** Creates an assignment again with its earlier ID. The call also succeeds if the assignment exists. */
    async restoreRoleAssignment({ id, properties }: RoleAssignment): Promise<void> {
      // Azure returns more properties than it accepts, so only some of them are sent.
      const { roleDefinitionId, principalId, principalType, condition, conditionVersion, description } = properties
      const optional = { condition, conditionVersion, description }
      const roleAssignment = {
        roleDefinitionId,
        principalId,
        principalType,
        ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value != null)),
      }
      try {
        await send({ method: 'PUT', path: id, query: authorization, body: { properties: roleAssignment } })
      } catch (error) {
        if (!(error instanceof ExternalError && error.code === 'RoleAssignmentExists')) throw error
      }
    },

    /** The call also succeeds if the assignment is missing. */
    async deleteRoleAssignment(id: string): Promise<void> {
      await send({ method: 'DELETE', path: id, query: authorization, accept: [404] })
    },

    async listRoleActivations(scope: string): Promise<RoleInstance[]> {
      const path = `${scope}/providers/Microsoft.Authorization/roleAssignmentScheduleInstances`
      return (await fetchAllPages(send, { method: 'GET', path, query: { ...privilegedQuery, $filter: 'atScope()' } }, RoleInstance)).filter(
        isTemporary,
      )
    },

    /** Ends an eligibility as an administrator. The call is idempotent. */
    removeRoleEligibility: (removal: ScheduleRemoval) => removeSchedule('Eligibility', removal),
    /**
     * Ends an active time-limited role. The call is idempotent.
     * @returns false while Azure rejects the call, as in the first five minutes of the role
     */
    removeRoleActivation: (removal: ScheduleRemoval) => removeSchedule('Assignment', removal),

    /** Lists the vaults of a subscription with their items, including deleted ones that are still retained. */
    async listBackupVaults(subscriptionId: string): Promise<BackupVault[]> {
      const path = `${subscription(subscriptionId)}/providers/Microsoft.RecoveryServices/vaults`
      const vaults = await fetchAllPages(send, { method: 'GET', path, query: recoveryQuery }, Vault)
      return Promise.all(
        vaults.map(async ({ id, name, properties }) => ({
          id,
          name,
          immutable: properties?.securitySettings?.immutabilitySettings?.state === 'Locked',
          items: await fetchAllPages(send, { method: 'GET', path: `${id}/backupProtectedItems`, query: recoveryQuery }, BackupItem),
        })),
      )
    },

    /** Starts ending an item's backup. The vault retains the data for another 14 days. */
    deleteBackupItem: (id: string, state?: string): Promise<Progress<undefined>> =>
      deleted({ method: 'DELETE', path: id, query: recoveryQuery }, state),

    deletePeering(id: string, name: string, state?: string): Promise<Progress<undefined>> {
      const path = `${id}/virtualNetworkPeerings/${encodeURIComponent(name)}`
      return deleted({ method: 'DELETE', path, query: { 'api-version': apiVersions.network } }, state)
    },

    deleteResourceGroup(subscriptionId: string, name: string, state?: string): Promise<Progress<undefined>> {
      const path = `${subscription(subscriptionId)}/resourcegroups/${encodeURIComponent(name)}`
      return deleted({ method: 'DELETE', path, query: { 'api-version': apiVersions.resources } }, state)
    },

    /** Cancels a subscription. Callers check its state first, because Azure reports a second cancellation as an error. */
    async cancelSubscription(subscriptionId: string): Promise<void> {
      const path = `${subscription(subscriptionId)}/providers/Microsoft.Subscription/cancel`
      await send({ method: 'POST', path, query: subscriptionQuery })
    },

    /** Enables a cancelled subscription. The call is idempotent. */
    async enableSubscription(subscriptionId: string): Promise<void> {
      const path = `${subscription(subscriptionId)}/providers/Microsoft.Subscription/enable`
      await send({ method: 'POST', path, query: subscriptionQuery, idempotent: true })
    },
  }
}
