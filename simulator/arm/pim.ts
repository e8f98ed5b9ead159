import { randomUUID } from 'node:crypto'
import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, ok } from './armRoute.ts'
import { planOutcome } from './outcome.ts'
import { checkActivation, checkAdmin, checkRemoval, pendingFor, periodOf, readRequest, type ScheduleRequest } from './pimChecks.ts'
import { activationPolicy } from './pimPolicies.ts'
import { findRequest, listRequests, presentRequest, requests, type StoredRequest, statusOf } from './pimRequests.ts'
import { listRoute } from './pimScheduleLists.ts'
import { endSchedule, findSchedule, type Schedule, type ScheduleKind, saveSchedule } from './pimSchedules.ts'
import { hasAssignment } from './roleAssignments.ts'

interface PlannedSchedule {
  scheduleRequest: ScheduleRequest
  stored: StoredRequest
  existing: Schedule | undefined
  eligibility: Schedule | undefined
}

/** Checks the request without writing anything. @throws 400, 403 and 404 like the real service */
function plan(request: ArmRequest, kind: ScheduleKind): PlannedSchedule {
  const { sim } = request
  const name = request.params.requestName!.toLowerCase()
  if (requests(request).get(`${kind}|${name}`))
    throw new ArmError(400, 'RoleAssignmentRequestExists', `A request with the name '${name}' exists already.`)
  const scheduleRequest = readRequest(request)
  const { scope, role, requestBody, principalType } = scheduleRequest
  const verb = requestBody.requestType?.toLowerCase() ?? ''
  const existingSchedule = findSchedule(sim, kind, scope.key, role.id, requestBody.principalId)
  const isRemoval = verb.endsWith('remove') || verb.endsWith('deactivate')
  const storedRequest: StoredRequest = {
    name,
    kind,
    scopeKey: scope.key,
    scopeId: scope.id,
    scopeName: scope.displayName,
    scopeType: scope.kind.toLowerCase(),
    roleId: role.id,
    principalType,
    requestBody,
    scheduleId: existingSchedule?.id ?? randomUUID(),
    requestorId: String(request.caller.oid),
    createdOn: sim.clock.now().toISOString(),
    finalStatus: isRemoval ? 'Revoked' : 'Provisioned',
    outcome: planOutcome(sim, request.asyncOutcome),
  }
  if (isRemoval) {
    if (!existingSchedule) throw new ArmError(400, 'RoleAssignmentDoesNotExist', 'The Role assignment does not exist.')
    checkRemoval(request, existingSchedule)
    return { scheduleRequest, stored: storedRequest, existing: existingSchedule, eligibility: undefined }
  }
  const isActivation = kind === 'Assignment' && verb === 'selfactivate'
  if (!isActivation && !['adminassign', 'adminupdate', 'adminextend', 'adminrenew'].includes(verb)) {
    throw new ArmError(400, 'InvalidRequestType', `The request type '${requestBody.requestType}' is not supported here.`)
  }
  const isNew = isActivation || verb === 'adminassign' || verb === 'adminrenew'
  const exists =
    existingSchedule !== undefined || (kind === 'Assignment' && hasAssignment(sim, scope.key, role.id, requestBody.principalId))
  if (isNew && exists) throw new ArmError(400, 'RoleAssignmentExists', 'The Role assignment already exists.')
  if (!existingSchedule && ['adminupdate', 'adminextend'].includes(verb))
    throw new ArmError(400, 'RoleAssignmentDoesNotExist', 'The Role assignment does not exist.')
  if (pendingFor(request, storedRequest)) throw new ArmError(400, 'PendingRoleAssignmentRequest', 'There is already a pending request.')
  const eligibility = isActivation ? checkActivation(request, scheduleRequest) : undefined
  if (isActivation && activationPolicy(sim, scope, role).approvalRequired) storedRequest.heldStatus = 'PendingApproval'
  if (!isActivation) checkAdmin(request, kind, scheduleRequest)
  if (eligibility) storedRequest.linkedEligibilityId = eligibility.id
  return { scheduleRequest, stored: storedRequest, existing: existingSchedule, eligibility }
}

function put(kind: ScheduleKind): ArmRoute['handle'] {
  return (request) => {
    const { sim } = request
    const { scheduleRequest, stored: storedRequest, existing: existingSchedule, eligibility } = plan(request, kind)
    const { scope, role, requestBody } = scheduleRequest
    const buildReply = (): ArmReply => {
      requests(request).set(`${kind}|${storedRequest.name}`, storedRequest)
      return { status: 201, body: presentRequest(request, storedRequest) }
    }
    if (storedRequest.finalStatus === 'Revoked') {
      if (storedRequest.outcome.endsAt !== null && !storedRequest.outcome.failure) endSchedule(sim, existingSchedule!)
      return buildReply()
    }
    if (storedRequest.heldStatus) return buildReply()
    const { startsAt, endsAt } = periodOf(request, requestBody)
    if (requestBody.scheduleInfo)
      storedRequest.requestBody = { ...requestBody, scheduleInfo: { ...requestBody.scheduleInfo, startDateTime: startsAt.toISOString() } }
    return sim.state.atomically(() => {
      // A change that is pending or fails leaves the existing schedule as it is.
      const updated = existingSchedule && { ...existingSchedule, startsAt: startsAt.toISOString(), endsAt: endsAt?.toISOString() ?? null }
      if (updated && !storedRequest.outcome.failure) saveSchedule(sim, { ...updated, requestName: storedRequest.name })
      if (!existingSchedule)
        saveSchedule(sim, {
          id: storedRequest.scheduleId,
          kind,
          scopeKey: scope.key,
          scopeId: scope.id,
          scopeName: scope.displayName,
          scopeType: storedRequest.scopeType,
          roleId: role.id,
          principalId: requestBody.principalId,
          principalType: scheduleRequest.principalType,
          startsAt: startsAt.toISOString(),
          endsAt: endsAt?.toISOString() ?? null,
          requestName: storedRequest.name,
          createdOn: storedRequest.createdOn,
          assignmentType: eligibility ? 'Activated' : 'Assigned',
          linkedEligibilityId: storedRequest.linkedEligibilityId ?? null,
          outcome: storedRequest.outcome,
        })
      return buildReply()
    })
  }
}

function validate(kind: ScheduleKind): ArmRoute['handle'] {
  return (request) => ok(presentRequest(request, plan(request, kind).stored))
}

function cancel(kind: ScheduleKind): ArmRoute['handle'] {
  return (request) => {
    const storedRequest = findRequest(request, kind)
    if (!statusOf(request, storedRequest).startsWith('Pending'))
      throw new ArmError(400, 'RoleAssignmentRequestCannotBeCanceled', 'The request has ended and cannot be cancelled.')
    requests(request).set(`${kind}|${storedRequest.name}`, { ...storedRequest, heldStatus: 'Canceled' })
    return { status: 200 }
  }
}

function routesOf(kind: ScheduleKind): ArmRoute[] {
  const base = `{scope}/providers/Microsoft.Authorization/role${kind}Schedule`
  return [
    { method: 'GET', path: `${base}s`, handle: listRoute(kind, false) },
    { method: 'GET', path: `${base}Instances`, handle: listRoute(kind, true) },
    { method: 'GET', path: `${base}Requests`, handle: listRequests(kind) },
    { method: 'GET', path: `${base}Requests/{requestName}`, handle: (request) => ok(presentRequest(request, findRequest(request, kind))) },
    { method: 'PUT', path: `${base}Requests/{requestName}`, handle: put(kind) },
    { method: 'POST', path: `${base}Requests/{requestName}/cancel`, handle: cancel(kind) },
    { method: 'POST', path: `${base}Requests/{requestName}/validate`, handle: validate(kind) },
  ]
}

export const pimRoutes: ArmRoute[] = [...routesOf('Eligibility'), ...routesOf('Assignment')]
