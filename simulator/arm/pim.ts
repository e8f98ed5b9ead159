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

interface Planned {
  asked: ScheduleRequest
  stored: StoredRequest
  existing: Schedule | undefined
  eligibility: Schedule | undefined
}

/** Checks the request without writing anything. @throws 400, 403, 404 as the real service */
function plan(request: ArmRequest, kind: ScheduleKind): Planned {
  const { sim } = request
  const name = request.params.requestName!.toLowerCase()
  if (requests(request).get(`${kind}|${name}`))
    throw new ArmError(400, 'RoleAssignmentRequestExists', `A request with the name '${name}' exists already.`)
  const asked = readRequest(request)
  const { scope, role, given, principalType } = asked
  const verb = given.requestType?.toLowerCase() ?? ''
  const existing = findSchedule(sim, kind, scope.key, role.id, given.principalId)
  const removes = verb.endsWith('remove') || verb.endsWith('deactivate')
  const stored: StoredRequest = {
    name,
    kind,
    scopeKey: scope.key,
    scopeId: scope.id,
    scopeName: scope.displayName,
    scopeType: scope.kind.toLowerCase(),
    roleId: role.id,
    principalType,
    given,
    scheduleId: existing?.id ?? randomUUID(),
    requestorId: String(request.caller.oid),
    createdOn: sim.clock.now().toISOString(),
    finalStatus: removes ? 'Revoked' : 'Provisioned',
    outcome: planOutcome(sim, request.fate),
  }
  if (removes) {
    if (!existing) throw new ArmError(400, 'RoleAssignmentDoesNotExist', 'The Role assignment does not exist.')
    checkRemoval(request, existing)
    return { asked, stored, existing, eligibility: undefined }
  }
  const activation = kind === 'Assignment' && verb === 'selfactivate'
  if (!activation && !['adminassign', 'adminupdate', 'adminextend', 'adminrenew'].includes(verb)) {
    throw new ArmError(400, 'InvalidRequestType', `The request type '${given.requestType}' is not supported here.`)
  }
  const isNew = activation || verb === 'adminassign' || verb === 'adminrenew'
  const isHeld = existing !== undefined || (kind === 'Assignment' && hasAssignment(sim, scope.key, role.id, given.principalId))
  if (isNew && isHeld) throw new ArmError(400, 'RoleAssignmentExists', 'The Role assignment already exists.')
  if (!existing && ['adminupdate', 'adminextend'].includes(verb))
    throw new ArmError(400, 'RoleAssignmentDoesNotExist', 'The Role assignment does not exist.')
  if (pendingFor(request, stored)) throw new ArmError(400, 'PendingRoleAssignmentRequest', 'There is already a pending request.')
  const eligibility = activation ? checkActivation(request, asked) : undefined
  if (activation && activationPolicy(sim, scope, role).approvalRequired) stored.heldStatus = 'PendingApproval'
  if (!activation) checkAdmin(request, kind, asked)
  if (eligibility) stored.linkedEligibilityId = eligibility.id
  return { asked, stored, existing, eligibility }
}

function put(kind: ScheduleKind): ArmRoute['handle'] {
  return (request) => {
    const { sim } = request
    const { asked, stored, existing, eligibility } = plan(request, kind)
    const { scope, role, given } = asked
    const answer = (): ArmReply => {
      requests(request).set(`${kind}|${stored.name}`, stored)
      return { status: 201, body: presentRequest(request, stored) }
    }
    if (stored.finalStatus === 'Revoked') {
      if (stored.outcome.endsAt !== null && !stored.outcome.failure) endSchedule(sim, existing!)
      return answer()
    }
    if (stored.heldStatus) return answer()
    const { startsAt, endsAt } = periodOf(request, given)
    if (given.scheduleInfo) stored.given = { ...given, scheduleInfo: { ...given.scheduleInfo, startDateTime: startsAt.toISOString() } }
    return sim.state.atomically(() => {
      // A change that is pending or fails leaves the existing schedule as it is.
      const changed = existing && { ...existing, startsAt: startsAt.toISOString(), endsAt: endsAt?.toISOString() ?? null }
      if (changed && !stored.outcome.failure) saveSchedule(sim, { ...changed, requestName: stored.name })
      if (!existing)
        saveSchedule(sim, {
          id: stored.scheduleId,
          kind,
          scopeKey: scope.key,
          scopeId: scope.id,
          scopeName: scope.displayName,
          scopeType: stored.scopeType,
          roleId: role.id,
          principalId: given.principalId,
          principalType: asked.principalType,
          startsAt: startsAt.toISOString(),
          endsAt: endsAt?.toISOString() ?? null,
          requestName: stored.name,
          createdOn: stored.createdOn,
          assignmentType: eligibility ? 'Activated' : 'Assigned',
          linkedEligibilityId: stored.linkedEligibilityId ?? null,
          outcome: stored.outcome,
        })
      return answer()
    })
  }
}

function validate(kind: ScheduleKind): ArmRoute['handle'] {
  return (request) => ok(presentRequest(request, plan(request, kind).stored))
}

function cancel(kind: ScheduleKind): ArmRoute['handle'] {
  return (request) => {
    const stored = findRequest(request, kind)
    if (!statusOf(request, stored).startsWith('Pending'))
      throw new ArmError(400, 'RoleAssignmentRequestCannotBeCanceled', 'The request has ended and cannot be cancelled.')
    requests(request).set(`${kind}|${stored.name}`, { ...stored, heldStatus: 'Canceled' })
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
