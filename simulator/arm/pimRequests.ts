import { ArmError } from './armError.ts'
import { type ArmRequest, type ArmRoute, listOf } from './armRoute.ts'
import { type Outcome, progressOf } from './outcome.ts'
import { expandedProperties, type ScheduleKind } from './pimSchedules.ts'
import type { PrincipalType } from './principals.ts'
import { definitionId } from './roleDefinitions.ts'
import { findScope, pimScopeId } from './scope.ts'

export interface ScheduleRequestBody {
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
  requestBody: ScheduleRequestBody
  scheduleId: string
  requestorId: string
  linkedEligibilityId?: string | undefined
  createdOn: string
  /** Set while the request waits for an approver, or when it was cancelled. */
  heldStatus?: 'PendingApproval' | 'Canceled'
  finalStatus: 'Provisioned' | 'Revoked'
  outcome: Outcome
}

/** A fault names one of these statuses to make a request fail. */
const endings = new Set(['Denied', 'AdminDenied', 'TimedOut', 'Canceled', 'Revoked', 'FailedAsResourceIsLocked'])

export function requests(request: ArmRequest) {
  return request.sim.state.collection<StoredRequest>('arm.pimRequests')
}

export function statusOf(request: ArmRequest, storedRequest: StoredRequest): string {
  if (storedRequest.heldStatus) return storedRequest.heldStatus
  const progress = progressOf(request.sim, storedRequest.outcome)
  if (progress === 'running') return 'PendingProvisioning'
  if (progress === 'failed') return endings.has(storedRequest.outcome.failure!.code) ? storedRequest.outcome.failure!.code : 'Failed'
  if (storedRequest.finalStatus === 'Revoked') return 'Revoked'
  const startsAt = storedRequest.requestBody.scheduleInfo?.startDateTime
  return startsAt && new Date(startsAt) > request.sim.clock.now() ? 'ScheduleCreated' : 'Provisioned'
}

export function presentRequest(request: ArmRequest, storedRequest: StoredRequest) {
  const { kind, requestBody, scopeKey, scopeId, roleId } = storedRequest
  const target = `targetRole${kind}ScheduleId`
  return {
    properties: {
      [target]: storedRequest.scheduleId,
      [`targetRole${kind}ScheduleInstanceId`]: null,
      scope: pimScopeId(scopeId),
      roleDefinitionId: definitionId(scopeKey, { id: roleId }),
      principalId: requestBody.principalId,
      principalType: storedRequest.principalType,
      requestType: requestBody.requestType,
      status: statusOf(request, storedRequest),
      approvalId: null,
      ...(kind === 'Assignment' ? { linkedRoleEligibilityScheduleId: storedRequest.linkedEligibilityId ?? null } : {}),
      scheduleInfo: requestBody.scheduleInfo ?? { startDateTime: storedRequest.createdOn, expiration: { type: 'NoExpiration' } },
      ticketInfo: requestBody.ticketInfo ?? { ticketNumber: null, ticketSystem: null },
      justification: requestBody.justification ?? null,
      requestorId: storedRequest.requestorId,
      createdOn: storedRequest.createdOn,
      condition: null,
      conditionVersion: null,
      expandedProperties: expandedProperties(
        request.sim,
        { scopeKey, roleId, principalId: requestBody.principalId },
        { id: scopeId, displayName: storedRequest.scopeName, type: storedRequest.scopeType },
      ),
    },
    name: storedRequest.name,
    id: `${pimScopeId(scopeId)}/providers/Microsoft.Authorization/Role${kind}ScheduleRequests/${storedRequest.name}`,
    type: `Microsoft.Authorization/Role${kind}ScheduleRequests`,
  }
}

export function findRequest(request: ArmRequest, kind: ScheduleKind): StoredRequest {
  const storedRequest = requests(request).get(`${kind}|${request.params.requestName!.toLowerCase()}`)
  if (!storedRequest) throw new ArmError(404, 'RoleAssignmentRequestNotFound', 'The Role assignment request is not found.')
  return storedRequest
}

export function listRequests(kind: ScheduleKind): ArmRoute['handle'] {
  return (request) => {
    const { key } = findScope(request.sim, request.params.scope!)
    const storedRequests = requests(request)
      .values(`${kind}|`)
      .filter((each) => each.scopeKey === key)
    return listOf(storedRequests.map((each) => presentRequest(request, each)))
  }
}
