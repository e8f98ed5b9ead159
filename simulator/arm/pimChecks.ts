import { transitiveGroupIds } from '../graph/groupDirectory.ts'
import { ArmError } from './armError.ts'
import type { ArmRequest } from './armRoute.ts'
import { parseDuration } from './duration.ts'
import { activationPolicy, adminPolicy } from './pimPolicies.ts'
import { requests, type ScheduleRequestBody, type StoredRequest, statusOf } from './pimRequests.ts'
import { listSchedules, type Schedule, type ScheduleKind } from './pimSchedules.ts'
import { findPrincipal, type PrincipalType } from './principals.ts'
import { findRole, type RoleDefinition } from './roleDefinitions.ts'
import { findScope, type Scope } from './scope.ts'

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function policyFailure(rules: string[]): ArmError {
  return new ArmError(400, 'RoleAssignmentRequestPolicyValidationFailed', `The following policy rules failed: ${JSON.stringify(rules)}`)
}

export function periodOf(request: ArmRequest, requestBody: ScheduleRequestBody): { startsAt: Date; endsAt: Date | null } {
  const now = request.sim.clock.now()
  const startsAt = requestBody.scheduleInfo?.startDateTime ? new Date(requestBody.scheduleInfo.startDateTime) : now
  const { type = 'NoExpiration', duration, endDateTime } = requestBody.scheduleInfo?.expiration ?? {}
  if (Number.isNaN(startsAt.getTime())) throw policyFailure(['ExpirationRule'])
  switch (type.toLowerCase()) {
    case 'noexpiration':
      return { startsAt, endsAt: null }
    case 'afterduration': {
      const length = parseDuration(duration ?? '')
      if (!length) throw policyFailure(['ExpirationRule'])
      return { startsAt, endsAt: new Date(startsAt.getTime() + length) }
    }
    case 'afterdatetime': {
      const endsAt = new Date(endDateTime ?? '')
      if (!(endsAt > startsAt)) throw policyFailure(['ExpirationRule'])
      return { startsAt, endsAt }
    }
    default:
      throw new ArmError(400, 'InvalidExpirationType', `The expiration type '${type}' is invalid.`)
  }
}

export interface ScheduleRequest {
  scope: Scope
  role: RoleDefinition
  requestBody: ScheduleRequestBody
  principalType: PrincipalType
}

export function readRequest(request: ArmRequest): ScheduleRequest {
  const { sim } = request
  const scope = findScope(sim, request.params.scope!)
  const requestBody = (request.body.properties ?? {}) as ScheduleRequestBody
  if (!guid.test(request.params.requestName!)) throw new ArmError(400, 'InvalidRequestName', 'The name of the request must be a GUID.')
  const role = findRole(sim, scope.key, requestBody.roleDefinitionId ?? '')
  if (!role)
    throw new ArmError(
      400,
      'RoleDefinitionDoesNotExist',
      `The specified role definition with ID '${requestBody.roleDefinitionId}' does not exist.`,
    )
  const principal = findPrincipal(sim, requestBody.principalId ?? '')
  if (!principal) throw new ArmError(400, 'SubjectNotFound', `The subject '${requestBody.principalId}' is not found.`)
  return { scope, role, requestBody, principalType: principal.type }
}

export function pendingFor(request: ArmRequest, { kind, scopeKey, roleId, requestBody }: StoredRequest): boolean {
  return requests(request)
    .values(`${kind}|`)
    .some(
      (each) =>
        each.scopeKey === scopeKey &&
        each.roleId === roleId &&
        each.requestBody.principalId.toLowerCase() === requestBody.principalId.toLowerCase() &&
        statusOf(request, each).startsWith('Pending'),
    )
}

export function checkActivation(request: ArmRequest, scheduleRequest: ScheduleRequest): Schedule {
  const { requestBody, role, scope } = scheduleRequest
  if (String(request.caller.oid).toLowerCase() !== requestBody.principalId.toLowerCase()) {
    throw new ArmError(403, 'AuthorizationFailed', `The client '${request.caller.oid}' can activate a role for itself only.`)
  }
  const ids = [requestBody.principalId.toLowerCase(), ...transitiveGroupIds(request.sim, requestBody.principalId.toLowerCase())]
  const eligibility = listSchedules(request.sim, 'Eligibility', scope.key).find(
    (each) => each.roleId === role.id && ids.includes(each.principalId.toLowerCase()),
  )
  const policy = activationPolicy(request.sim, scope, role)
  const { startsAt, endsAt } = periodOf(request, requestBody)
  const failedNames = [
    ...(eligibility ? [] : ['EligibilityRule']),
    ...(endsAt === null || endsAt.getTime() - startsAt.getTime() > parseDuration(policy.maximumDuration)! ? ['ExpirationRule'] : []),
    ...(policy.enabledRules.includes('Justification') && !requestBody.justification ? ['JustificationRule'] : []),
    ...(policy.enabledRules.includes('Ticketing') && !requestBody.ticketInfo?.ticketNumber ? ['TicketingRule'] : []),
  ]
  if (failedNames.length > 0 || !eligibility) throw policyFailure(failedNames)
  return eligibility
}

/** Checks the rules for administrators who assign a role or eligibility. @throws 400 naming the rules */
export function checkAdmin(request: ArmRequest, kind: ScheduleKind, scheduleRequest: ScheduleRequest): void {
  const { requestBody, role, scope } = scheduleRequest
  const policy = adminPolicy(request.sim, scope, role, kind)
  const { startsAt, endsAt } = periodOf(request, requestBody)
  const longest = parseDuration(policy.maximumDuration ?? '')
  const isTooLong = endsAt === null || (longest !== undefined && endsAt.getTime() - startsAt.getTime() > longest)
  const methods = request.caller.amr
  const failedNames = [
    ...(policy.expires && isTooLong ? ['ExpirationRule'] : []),
    ...(policy.enabledRules.includes('MultiFactorAuthentication') && !(Array.isArray(methods) && methods.includes('mfa'))
      ? ['MfaRule']
      : []),
    ...(policy.enabledRules.includes('Justification') && !requestBody.justification ? ['JustificationRule'] : []),
    ...(policy.enabledRules.includes('Ticketing') && !requestBody.ticketInfo?.ticketNumber ? ['TicketingRule'] : []),
  ]
  if (failedNames.length > 0) throw policyFailure(failedNames)
}

const shortestActiveMs = 5 * 60_000

export function checkRemoval({ sim }: ArmRequest, existingSchedule: Schedule): void {
  const activeMs = sim.clock.now().getTime() - Date.parse(existingSchedule.startsAt)
  if (
    existingSchedule.kind === 'Assignment' &&
    existingSchedule.linkedEligibilityId !== null &&
    activeMs >= 0 &&
    activeMs < shortestActiveMs
  )
    throw new ArmError(400, 'ActiveDurationTooShort', 'The Active duration is too short. Miniumum Required is 5 minutes.')
}
