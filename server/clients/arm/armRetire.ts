import { type Static, Type } from 'typebox'
import { deterministicGuid } from '../deterministicGuid.ts'
import { OutsideError } from '../outsideError.ts'
import { collect } from '../pages.ts'
import type { OutsideRequest, Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'
import { isTimed } from './armPim.ts'
import { RoleAssignment } from './armRoles.ts'
import { type Progress, startOrPoll } from './longRunning.ts'

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]))

const Schedule = Type.Object({
  id: Type.String(),
  name: Type.String(),
  properties: Type.Object({
    roleDefinitionId: Type.String(),
    principalId: Type.String(),
    principalType: Type.Optional(Type.String()),
    scope: Type.Optional(Type.String()),
    memberType: Text,
    /** The role assignment that it is as well. */
    originRoleAssignmentId: Text,
    /** Of assignments: Assigned, or Activated when it came from an eligibility. */
    assignmentType: Text,
    /** Absent or null: without end. */
    endDateTime: Text,
  }),
})
export type RoleSchedule = Static<typeof Schedule>

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
    friendlyName: Text,
    isScheduledForDeferredDelete: Type.Optional(Type.Boolean()),
    /** When a deleted item is gone for good. */
    deferredDeleteTimeInUTC: Text,
    softDeleteRetentionPeriodInDays: Type.Optional(Type.Integer()),
  }),
})
export type BackupItem = Static<typeof BackupItem>

export interface BackupVault {
  id: string
  name: string
  /** Nothing in it can be deleted before its time, by anybody. */
  immutable: boolean
  items: BackupItem[]
}

/** Which of a principal's time-bound rights to end. */
export interface ScheduleRemoval {
  scope: string
  roleDefinitionId: string
  principalId: string
  /** Tells one removal from a later one of the same right. */
  requestKey: string
  justification: string
}

const goneAlready = new Set(['RoleAssignmentDoesNotExist', 'RoleAssignmentRequestExists', 'PendingRoleAssignmentRequest'])

/** What taking an account down, and bringing it back, asks of Azure. */
export function armRetire(send: Send) {
  const subscription = (id: string) => `/subscriptions/${encodeURIComponent(id)}`
  const authorization = { 'api-version': apiVersions.authorization }
  const privileged = { 'api-version': apiVersions.privilegedIdentity }
  const recovery = { 'api-version': apiVersions.recoveryServices }
  const subscriptionQuery = { 'api-version': apiVersions.subscriptionAliases }

  /** Starts a deletion, or looks how it stands; gone already is success. */
  async function deleted(request: OutsideRequest, state: string | undefined): Promise<Progress<undefined>> {
    try {
      const at = await startOrPoll(send, request, state)
      return at.done ? { done: true, result: undefined } : at
    } catch (error) {
      if (state === undefined && error instanceof OutsideError && error.status === 404) return { done: true, result: undefined }
      throw error
    }
  }

  async function removeSchedule(kind: 'Eligibility' | 'Assignment', removal: ScheduleRemoval): Promise<boolean> {
    const { scope, roleDefinitionId, principalId, requestKey, justification } = removal
    const name = deterministicGuid(scope, roleDefinitionId, principalId, `remove ${requestKey}`)
    const path = `${scope}/providers/Microsoft.Authorization/role${kind}ScheduleRequests/${name}`
    const properties = { principalId, roleDefinitionId, requestType: 'AdminRemove', justification }
    try {
      await send({ method: 'PUT', path, query: privileged, body: { properties } })
    } catch (error) {
      if (error instanceof OutsideError && error.code === 'ActiveDurationTooShort') return false
      if (!(error instanceof OutsideError && goneAlready.has(error.code))) throw error
    }
    return true
  }

  return {
    /** Who was granted what in a subscription: at it, above it and anywhere in it. */
    listAllRoleAssignments: (subscriptionId: string): Promise<RoleAssignment[]> =>
      collect(
        send,
        {
          method: 'GET',
          path: `${subscription(subscriptionId)}/providers/Microsoft.Authorization/roleAssignments`,
          query: authorization,
        },
        RoleAssignment,
      ),

    /** The same for a resource group, or anything else that rights are given at. */
    listRoleAssignmentsAround: (scope: string): Promise<RoleAssignment[]> =>
      collect(
        send,
        { method: 'GET', path: `${scope}/providers/Microsoft.Authorization/roleAssignments`, query: authorization },
        RoleAssignment,
      ),

    /** Makes an assignment again under the id it had. There already is fine. */
    async restoreRoleAssignment({ id, properties }: RoleAssignment): Promise<void> {
      // Azure shows more than it takes.
      const { roleDefinitionId, principalId, principalType, condition, conditionVersion, description } = properties
      const told = { condition, conditionVersion, description }
      const wanted = {
        roleDefinitionId,
        principalId,
        principalType,
        ...Object.fromEntries(Object.entries(told).filter(([, value]) => value != null)),
      }
      try {
        await send({ method: 'PUT', path: id, query: authorization, body: { properties: wanted } })
      } catch (error) {
        if (!(error instanceof OutsideError && error.code === 'RoleAssignmentExists')) throw error
      }
    },

    /** Gone already is fine. */
    async deleteRoleAssignment(id: string): Promise<void> {
      await send({ method: 'DELETE', path: id, query: authorization, accept: [404] })
    },

    /** Roles taken or granted for a time that are in force at a scope. */
    async listRoleActivations(scope: string): Promise<RoleSchedule[]> {
      const path = `${scope}/providers/Microsoft.Authorization/roleAssignmentScheduleInstances`
      return (await collect(send, { method: 'GET', path, query: { ...privileged, $filter: 'atScope()' } }, Schedule)).filter(isTimed)
    },

    /** Ends an eligibility, as an administrator does. Ended already is fine. */
    removeRoleEligibility: (removal: ScheduleRemoval) => removeSchedule('Eligibility', removal),
    /** Ends a role somebody has for a time. Ended already is fine. @returns false while Azure does not: it lets go five minutes after the start */
    removeRoleActivation: (removal: ScheduleRemoval) => removeSchedule('Assignment', removal),

    /** The vaults of a subscription with what they back up, or keep for a while after that was deleted. */
    async listBackupVaults(subscriptionId: string): Promise<BackupVault[]> {
      const path = `${subscription(subscriptionId)}/providers/Microsoft.RecoveryServices/vaults`
      const vaults = await collect(send, { method: 'GET', path, query: recovery }, Vault)
      return Promise.all(
        vaults.map(async ({ id, name, properties }) => ({
          id,
          name,
          immutable: properties?.securitySettings?.immutabilitySettings?.state === 'Locked',
          items: await collect(send, { method: 'GET', path: `${id}/backupProtectedItems`, query: recovery }, BackupItem),
        })),
      )
    },

    /** Starts to end the backup of an item and to delete what was backed up; the vault keeps it for 14 days more. */
    deleteBackupItem: (id: string, state?: string): Promise<Progress<undefined>> =>
      deleted({ method: 'DELETE', path: id, query: recovery }, state),

    /** Starts to remove one side of a peering from the network of this id, or with `state` looks how that stands. */
    deletePeering(id: string, name: string, state?: string): Promise<Progress<undefined>> {
      const path = `${id}/virtualNetworkPeerings/${encodeURIComponent(name)}`
      return deleted({ method: 'DELETE', path, query: { 'api-version': apiVersions.network } }, state)
    },

    /** Starts to delete a resource group with all that is in it, or with `state` looks how that stands. */
    deleteResourceGroup(subscriptionId: string, name: string, state?: string): Promise<Progress<undefined>> {
      const path = `${subscription(subscriptionId)}/resourcegroups/${encodeURIComponent(name)}`
      return deleted({ method: 'DELETE', path, query: { 'api-version': apiVersions.resources } }, state)
    },

    /** Cancels a subscription. Look at its state first: cancelling twice is an error. */
    async cancelSubscription(subscriptionId: string): Promise<void> {
      const path = `${subscription(subscriptionId)}/providers/Microsoft.Subscription/cancel`
      await send({ method: 'POST', path, query: subscriptionQuery })
    },

    /** Enables a cancelled subscription again; enabled already is fine. */
    async enableSubscription(subscriptionId: string): Promise<void> {
      const path = `${subscription(subscriptionId)}/providers/Microsoft.Subscription/enable`
      await send({ method: 'POST', path, query: subscriptionQuery, idempotent: true })
    },
  }
}
