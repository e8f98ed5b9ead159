import { ArmError } from './armError.ts'
import { type ArmRequest, type ArmRoute, listOf } from './armRoute.ts'
import { type Outcome, progressOf } from './outcome.ts'
import { expandedProperties, type ScheduleKind } from './pimSchedules.ts'
import type { PrincipalType } from './principals.ts'
import { definitionId } from './roleDefinitions.ts'
import { findScope, pimScopeId } from './scope.ts'

export interface GivenRequest {
  principalId: string
  roleDefinitionId: string
  requestType: string
  linkedRoleEligibilityScheduleId?: string | null
  scheduleInfo?: { startDateTime?: string | null; expiration?: { type?: string; duration?: string | null; endDateTime?: string | null } }
  justification?: string | null
  ticketInfo?: { ticketNumber?: string | null; ticketSystem?: string | null }
}

export interface StoredRequest {
  name: string
  kind: ScheduleKind
  scopeKey: string
  scopeId: string
  scopeName: string
  scopeType: string
  roleId: string
  principalType: PrincipalType
  given: GivenRequest
  scheduleId: string
  requestorId: string
  linkedEligibilityId?: string | undefined
  createdOn: string
  /** Set while the request waits for an approver, or when it was cancelled. */
  heldStatus?: 'PendingApproval' | 'Canceled'
  /** The status after success */
  finalStatus: 'Provisioned' | 'Revoked'
  outcome: Outcome
}

/** A fault names one of these statuses to make a request fail. */
const endings = new Set(['Denied', 'AdminDenied', 'TimedOut', 'Canceled', 'Revoked', 'FailedAsResourceIsLocked'])

export function requests(request: ArmRequest) {
  return request.sim.state.collection<StoredRequest>('arm.pimRequests')
}

export function statusOf(request: ArmRequest, stored: StoredRequest): string {
  if (stored.heldStatus) return stored.heldStatus
  const progress = progressOf(request.sim, stored.outcome)
  if (progress === 'running') return 'PendingProvisioning'
  if (progress === 'failed') return endings.has(stored.outcome.failure!.code) ? stored.outcome.failure!.code : 'Failed'
  if (stored.finalStatus === 'Revoked') return 'Revoked'
  const startsAt = stored.given.scheduleInfo?.startDateTime
  return startsAt && new Date(startsAt) > request.sim.clock.now() ? 'ScheduleCreated' : 'Provisioned'
}

export function presentRequest(request: ArmRequest, stored: StoredRequest) {
  const { kind, given, scopeKey, scopeId, roleId } = stored
  const target = `targetRole${kind}ScheduleId`
  return {
    properties: {
      [target]: stored.scheduleId,
      [`targetRole${kind}ScheduleInstanceId`]: null,
      scope: pimScopeId(scopeId),
      roleDefinitionId: definitionId(scopeKey, { id: roleId }),
      principalId: given.principalId,
      principalType: stored.principalType,
      requestType: given.requestType,
      status: statusOf(request, stored),
      approvalId: null,
      ...(kind === 'Assignment' ? { linkedRoleEligibilityScheduleId: stored.linkedEligibilityId ?? null } : {}),
      scheduleInfo: given.scheduleInfo ?? { startDateTime: stored.createdOn, expiration: { type: 'NoExpiration' } },
      ticketInfo: given.ticketInfo ?? { ticketNumber: null, ticketSystem: null },
      justification: given.justification ?? null,
      requestorId: stored.requestorId,
      createdOn: stored.createdOn,
      condition: null,
      conditionVersion: null,
      expandedProperties: expandedProperties(
        request.sim,
        { scopeKey, roleId, principalId: given.principalId },
        { id: scopeId, displayName: stored.scopeName, type: stored.scopeType },
      ),
    },
    name: stored.name,
    id: `${pimScopeId(scopeId)}/providers/Microsoft.Authorization/Role${kind}ScheduleRequests/${stored.name}`,
    type: `Microsoft.Authorization/Role${kind}ScheduleRequests`,
  }
}

export function findRequest(request: ArmRequest, kind: ScheduleKind): StoredRequest {
  const stored = requests(request).get(`${kind}|${request.params.requestName!.toLowerCase()}`)
  if (!stored) throw new ArmError(404, 'RoleAssignmentRequestNotFound', 'The Role assignment request is not found.')
  return stored
}

export function listRequests(kind: ScheduleKind): ArmRoute['handle'] {
  return (request) => {
    const { key } = findScope(request.sim, request.params.scope!)
    const stored = requests(request)
      .values(`${kind}|`)
      .filter((each) => each.scopeKey === key)
    return listOf(stored.map((each) => presentRequest(request, each)))
  }
}
