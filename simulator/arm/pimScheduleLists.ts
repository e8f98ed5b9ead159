import { transitiveGroupIds } from '../graph/groupDirectory.ts'
import { ArmError } from './armError.ts'
import { type ArmRequest, type ArmRoute, listOf } from './armRoute.ts'
import { expandedProperties, listSchedules, listSchedulesBelow, originName, type Schedule, type ScheduleKind } from './pimSchedules.ts'
import { assignmentsInForce, type RoleAssignment } from './roleAssignments.ts'
import { definitionId } from './roleDefinitions.ts'
import { enclosing, findScope, pimScopeId } from './scope.ts'

interface ListedSchedule extends Schedule {
  memberType: 'Direct' | 'Group' | 'Inherited'
  instanceName: string
  originName: string
}

function permanentSchedule(assignment: RoleAssignment): Omit<ListedSchedule, 'memberType'> {
  const { name, scopeKey, scopeId, roleId, principalId, principalType, createdOn } = assignment
  return {
    id: name,
    kind: 'Assignment',
    scopeKey,
    scopeId,
    scopeName: scopeId.split('/').at(-1) ?? '',
    scopeType: 'subscription',
    roleId,
    principalId,
    principalType,
    startsAt: createdOn,
    endsAt: null,
    requestName: name,
    createdOn,
    assignmentType: 'Assigned',
    linkedEligibilityId: null,
    instanceName: name,
    originName: name,
  }
}

function presentSchedule(request: ArmRequest, schedule: ListedSchedule, isInstance: boolean) {
  const { kind, scopeKey, scopeId } = schedule
  const type = `Microsoft.Authorization/Role${kind}Schedule${isInstance ? 'Instances' : 's'}`
  const name = isInstance ? schedule.instanceName : schedule.id
  const provider = `${pimScopeId(scopeId)}/providers/Microsoft.Authorization`
  const schedulePath = `${scopeId}/providers/Microsoft.Authorization/Role${kind}Schedules/${schedule.id}`
  const requestPath = `${scopeId}/providers/Microsoft.Authorization/Role${kind}ScheduleRequests/${schedule.requestName}`
  return {
    properties: {
      scope: scopeId,
      roleDefinitionId: definitionId(scopeKey, { id: schedule.roleId }),
      principalId: schedule.principalId,
      principalType: schedule.principalType,
      status: 'Provisioned',
      ...(isInstance
        ? { [`role${kind}ScheduleId`]: schedulePath }
        : { [`role${kind}ScheduleRequestId`]: requestPath, updatedOn: schedule.createdOn }),
      ...(kind === 'Assignment'
        ? {
            assignmentType: schedule.assignmentType,
            linkedRoleEligibilityScheduleId: schedule.linkedEligibilityId,
            ...(isInstance
              ? {
                  linkedRoleEligibilityScheduleInstanceId: schedule.linkedEligibilityId,
                  originRoleAssignmentId: `${scopeId}/providers/Microsoft.Authorization/roleAssignments/${schedule.originName}`,
                }
              : {}),
          }
        : {}),
      startDateTime: schedule.startsAt,
      endDateTime: schedule.endsAt,
      memberType: schedule.memberType,
      createdOn: schedule.createdOn,
      condition: null,
      conditionVersion: null,
      expandedProperties: expandedProperties(request.sim, schedule, {
        id: scopeId,
        displayName: schedule.scopeName,
        type: schedule.scopeType,
      }),
    },
    name,
    id: `${provider}/Role${kind}Schedule${isInstance ? 'Instances' : 's'}/${name}`,
    type,
  }
}

/** Parses `asTarget()`, `atScope()`, `principalId eq '…'`, `assignedTo('…')` and `roleDefinitionId eq '…'`, joined by `and`. @throws 400 */
function parseFilter(request: ArmRequest): (schedule: Schedule) => boolean {
  const filter = request.query.$filter ?? ''
  const tests = filter
    .split(/\s+and\s+/i)
    .filter(Boolean)
    .map((part): ((schedule: Schedule) => boolean) => {
      if (/^atScope\(\)$/i.test(part)) return () => true
      const [, name, value] = /^(asTarget\(\)|principalId eq |roleDefinitionId eq |assignedTo\()(?:'([^']+)'\)?)?$/i.exec(part) ?? []
      switch (name?.toLowerCase().trim()) {
        case 'roledefinitionid eq':
          return (each) => each.roleId === value?.split('/').at(-1)?.toLowerCase()
        case 'principalid eq':
        case 'astarget()':
        case 'assignedto(': {
          const ids = principalIds(request, part)
          return (each) => ids.has(each.principalId.toLowerCase())
        }
        default:
          throw new ArmError(400, 'InvalidFilter', `The filter '${filter}' is not supported.`)
      }
    })
  return (schedule) => tests.every((test) => test(schedule))
}

/** These filters name one principal, whose schedules below the scope are listed too. */
const ofPerson = /asTarget\(\)|(?:principalId eq |assignedTo\()'([^']+)'/i

/** Returns the IDs, in lower case, of the principal that a filter names, and of its groups unless the filter is `principalId eq`. */
function principalIds(request: ArmRequest, filter: string): ReadonlySet<string> {
  const [condition = '', named] = ofPerson.exec(filter) ?? []
  const id = (named ?? String(request.caller.oid)).toLowerCase()
  return new Set(/^principalId/i.test(condition) ? [id] : [id, ...transitiveGroupIds(request.sim, id)])
}

function memberType(request: ArmRequest, key: string, { scopeKey, principalId }: Schedule): ListedSchedule['memberType'] {
  const [, person] = /assignedTo\('([^']+)'\)/i.exec(request.query.$filter ?? '') ?? []
  if (person && person.toLowerCase() !== principalId.toLowerCase()) return 'Group'
  return enclosing(request.sim, key).includes(scopeKey) ? 'Inherited' : 'Direct'
}

export function listRoute(kind: ScheduleKind, isInstance: boolean): ArmRoute['handle'] {
  return (request) => {
    const { key } = findScope(request.sim, request.params.scope!)
    const now = request.sim.clock.now().toISOString()
    const filter = request.query.$filter ?? ''
    const includesDescendants = ofPerson.test(filter) && !/atScope\(\)/i.test(filter)
    const below = includesDescendants ? listSchedulesBelow(request.sim, kind, key, principalIds(request, filter)) : []
    const scheduled = [...listSchedules(request.sim, kind, key), ...below].map((each) => ({
      ...each,
      instanceName: `${each.id.slice(0, 24)}${each.requestName.slice(24)}`,
      originName: originName(each),
    }))
    const assigned = kind === 'Assignment' ? assignmentsInForce(request.sim, key, includesDescendants).map(permanentSchedule) : []
    const schedules = [...scheduled, ...assigned].filter(parseFilter(request)).filter((each) => !isInstance || each.startsAt <= now)
    return listOf(schedules.map((each) => presentSchedule(request, { ...each, memberType: memberType(request, key, each) }, isInstance)))
  }
}
