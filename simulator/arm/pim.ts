import { randomUUID } from 'node:crypto'
import { transitiveGroupIds } from '../graph/groupDirectory.ts'
import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, listOf, ok } from './armRoute.ts'
import { parseDuration } from './duration.ts'
import { type Outcome, planOutcome, progressOf } from './outcome.ts'
import { activationPolicy } from './pimPolicies.ts'
import { listRoute } from './pimScheduleLists.ts'
import {
  endSchedule,
  expandedProperties,
  findSchedule,
  listSchedules,
  type Schedule,
  type ScheduleKind,
  saveSchedule,
} from './pimSchedules.ts'
import { findPrincipal, type PrincipalType } from './principals.ts'
import { definitionId, findRole, type RoleDefinition } from './roleDefinitions.ts'
import { findScope, type Scope } from './scope.ts'

interface GivenRequest {
  principalId: string
  roleDefinitionId: string
  requestType: string
  linkedRoleEligibilityScheduleId?: string | null
  scheduleInfo?: { startDateTime?: string | null; expiration?: { type?: string; duration?: string | null; endDateTime?: string | null } }
  justification?: string | null
  ticketInfo?: { ticketNumber?: string | null; ticketSystem?: string | null }
}

interface StoredRequest {
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
  createdOn: string
  /** Set when the request waits for somebody, or was called off. */
  heldStatus?: 'PendingApproval' | 'Canceled'
  /** What it ends as when all goes well. */
  finalStatus: 'Provisioned' | 'Revoked'
  outcome: Outcome
}

const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function requests(request: ArmRequest) {
  return request.sim.state.collection<StoredRequest>('arm.pimRequests')
}

function statusOf(request: ArmRequest, stored: StoredRequest): string {
  if (stored.heldStatus) return stored.heldStatus
  const progress = progressOf(request.sim, stored.outcome)
  return progress === 'running' ? 'PendingProvisioning' : progress === 'failed' ? 'Failed' : stored.finalStatus
}

function presentRequest(request: ArmRequest, stored: StoredRequest) {
  const { kind, given, scopeKey, scopeId, roleId } = stored
  const target = `targetRole${kind}ScheduleId`
  return {
    properties: {
      [target]: stored.scheduleId,
      [`targetRole${kind}ScheduleInstanceId`]: null,
      scope: scopeId,
      roleDefinitionId: definitionId(scopeKey, { id: roleId }),
      principalId: given.principalId,
      principalType: stored.principalType,
      requestType: given.requestType,
      status: statusOf(request, stored),
      approvalId: null,
      ...(kind === 'Assignment' ? { linkedRoleEligibilityScheduleId: given.linkedRoleEligibilityScheduleId ?? null } : {}),
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
    id: `${scopeId}/providers/Microsoft.Authorization/Role${kind}ScheduleRequests/${stored.name}`,
    type: `Microsoft.Authorization/Role${kind}ScheduleRequests`,
  }
}

function policyFailure(rules: string[]): ArmError {
  return new ArmError(400, 'RoleAssignmentRequestPolicyValidationFailed', `The following policy rules failed: ${JSON.stringify(rules)}`)
}

/** When a schedule of this request starts and ends. @throws 400 ExpirationRule for a time that is none. */
function periodOf(request: ArmRequest, given: GivenRequest): { startsAt: Date; endsAt: Date | null } {
  const now = request.sim.clock.now()
  const startsAt = given.scheduleInfo?.startDateTime ? new Date(given.scheduleInfo.startDateTime) : now
  const { type = 'NoExpiration', duration, endDateTime } = given.scheduleInfo?.expiration ?? {}
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

interface Asked {
  scope: Scope
  role: RoleDefinition
  given: GivenRequest
  principalType: PrincipalType
}

function readRequest(request: ArmRequest): Asked {
  const { sim } = request
  const scope = findScope(sim, request.params.scope!)
  const given = (request.body.properties ?? {}) as GivenRequest
  if (!guid.test(request.params.requestName!)) throw new ArmError(400, 'InvalidRequestName', 'The name of the request must be a GUID.')
  const role = findRole(sim, scope.key, given.roleDefinitionId ?? '')
  if (!role)
    throw new ArmError(
      400,
      'RoleDefinitionDoesNotExist',
      `The specified role definition with ID '${given.roleDefinitionId}' does not exist.`,
    )
  const principal = findPrincipal(sim, given.principalId ?? '')
  if (!principal) throw new ArmError(400, 'SubjectNotFound', `The subject '${given.principalId}' is not found.`)
  return { scope, role, given, principalType: principal.type }
}

/** Whether another request for the same role and principal has not ended yet. */
function pendingFor(request: ArmRequest, { kind, scopeKey, roleId, given }: StoredRequest): boolean {
  return requests(request)
    .values(`${kind}|`)
    .some(
      (each) =>
        each.scopeKey === scopeKey &&
        each.roleId === roleId &&
        each.given.principalId.toLowerCase() === given.principalId.toLowerCase() &&
        statusOf(request, each).startsWith('Pending'),
    )
}

/** Checks of a person who takes a role: they must be eligible and bring what the role's policy wants. */
function checkActivation(request: ArmRequest, asked: Asked): Schedule {
  const { given, role, scope } = asked
  if (String(request.caller.oid).toLowerCase() !== given.principalId.toLowerCase()) {
    throw new ArmError(403, 'AuthorizationFailed', `The client '${request.caller.oid}' can activate a role for itself only.`)
  }
  const ids = [given.principalId.toLowerCase(), ...transitiveGroupIds(request.sim, given.principalId.toLowerCase())]
  const eligibility = listSchedules(request.sim, 'Eligibility', scope.key).find(
    (each) => each.roleId === role.id && ids.includes(each.principalId.toLowerCase()),
  )
  const policy = activationPolicy(role)
  const { startsAt, endsAt } = periodOf(request, given)
  const failed = [
    ...(eligibility ? [] : ['EligibilityRule']),
    ...(endsAt === null || endsAt.getTime() - startsAt.getTime() > parseDuration(policy.maximumDuration)! ? ['ExpirationRule'] : []),
    ...(policy.enabledRules.includes('Justification') && !given.justification ? ['JustificationRule'] : []),
    ...(policy.enabledRules.includes('Ticketing') && !given.ticketInfo?.ticketNumber ? ['TicketingRule'] : []),
  ]
  if (failed.length > 0 || !eligibility) throw policyFailure(failed)
  return eligibility
}

function put(kind: ScheduleKind): ArmRoute['handle'] {
  return (request) => {
    const { sim } = request
    const name = request.params.requestName!.toLowerCase()
    const known = requests(request).get(`${kind}|${name}`)
    if (known) throw new ArmError(400, 'RoleAssignmentRequestExists', `A request with the name '${name}' exists already.`)
    const asked = readRequest(request)
    const { scope, role, given, principalType } = asked
    const verb = given.requestType?.toLowerCase() ?? ''
    const existing = findSchedule(sim, kind, scope.key, role.id, given.principalId)
    const now = sim.clock.now().toISOString()
    const outcome = planOutcome(sim, request.fate)
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
      createdOn: now,
      finalStatus: verb.endsWith('remove') || verb.endsWith('deactivate') ? 'Revoked' : 'Provisioned',
      outcome,
    }
    const answer = (): ArmReply => {
      requests(request).set(`${kind}|${name}`, stored)
      return { status: 201, body: presentRequest(request, stored) }
    }
    if (stored.finalStatus === 'Revoked') {
      if (!existing) throw new ArmError(404, 'RoleAssignmentDoesNotExist', 'The Role assignment does not exist.')
      if (outcome.endsAt !== null && !outcome.failure) endSchedule(sim, existing)
      return answer()
    }
    const activation = kind === 'Assignment' && verb === 'selfactivate'
    if (!activation && !['adminassign', 'adminupdate', 'adminextend', 'adminrenew'].includes(verb)) {
      throw new ArmError(400, 'InvalidRequestType', `The request type '${given.requestType}' is not supported here.`)
    }
    if (existing && (activation || verb === 'adminassign'))
      throw new ArmError(400, 'RoleAssignmentExists', 'The Role assignment already exists.')
    if (pendingFor(request, stored)) throw new ArmError(400, 'PendingRoleAssignmentRequest', 'There is already a pending request.')
    const eligibility = activation ? checkActivation(request, asked) : undefined
    if (activation && activationPolicy(role).approvalRequired) {
      stored.heldStatus = 'PendingApproval'
      return answer()
    }
    const { startsAt, endsAt } = periodOf(request, given)
    return sim.state.atomically(() => {
      saveSchedule(sim, {
        id: stored.scheduleId,
        kind,
        scopeKey: scope.key,
        scopeId: scope.id,
        scopeName: scope.displayName,
        scopeType: stored.scopeType,
        roleId: role.id,
        principalId: given.principalId,
        principalType,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt?.toISOString() ?? null,
        requestName: name,
        createdOn: now,
        assignmentType: activation ? 'Activated' : 'Assigned',
        linkedEligibilityId: eligibility?.id ?? null,
        outcome,
      })
      return answer()
    })
  }
}

function findRequest(request: ArmRequest, kind: ScheduleKind): StoredRequest {
  const stored = requests(request).get(`${kind}|${request.params.requestName!.toLowerCase()}`)
  if (!stored) throw new ArmError(404, 'RoleAssignmentRequestNotFound', 'The Role assignment request is not found.')
  return stored
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

function listRequests(kind: ScheduleKind): ArmRoute['handle'] {
  return (request) => {
    const { key } = findScope(request.sim, request.params.scope!)
    const stored = requests(request)
      .values(`${kind}|`)
      .filter((each) => each.scopeKey === key)
    return listOf(stored.map((each) => presentRequest(request, each)))
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
  ]
}

export const pimRoutes: ArmRoute[] = [...routesOf('Eligibility'), ...routesOf('Assignment')]
