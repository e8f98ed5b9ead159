import { transitiveGroupIds } from '../graph/groupDirectory.ts'
import { ArmError } from './armError.ts'
import { type ArmRequest, type ArmRoute, listOf } from './armRoute.ts'
import { expandedProperties, listSchedules, listSchedulesBelow, type Schedule, type ScheduleKind } from './pimSchedules.ts'
import { definitionId } from './roleDefinitions.ts'
import { findScope } from './scope.ts'

function presentSchedule(request: ArmRequest, schedule: Schedule, instance: boolean) {
  const { kind, scopeKey, scopeId } = schedule
  const type = `Microsoft.Authorization/Role${kind}Schedule${instance ? 'Instances' : 's'}`
  const name = instance ? `${schedule.id.slice(0, 24)}${schedule.requestName.slice(24)}` : schedule.id
  const schedulePath = `${scopeId}/providers/Microsoft.Authorization/Role${kind}Schedules/${schedule.id}`
  const requestPath = `${scopeId}/providers/Microsoft.Authorization/Role${kind}ScheduleRequests/${schedule.requestName}`
  return {
    properties: {
      scope: scopeId,
      roleDefinitionId: definitionId(scopeKey, { id: schedule.roleId }),
      principalId: schedule.principalId,
      principalType: schedule.principalType,
      status: 'Provisioned',
      ...(instance
        ? { [`role${kind}ScheduleId`]: schedulePath }
        : { [`role${kind}ScheduleRequestId`]: requestPath, updatedOn: schedule.createdOn }),
      ...(kind === 'Assignment'
        ? { assignmentType: schedule.assignmentType, linkedRoleEligibilityScheduleId: schedule.linkedEligibilityId }
        : {}),
      startDateTime: schedule.startsAt,
      endDateTime: schedule.endsAt,
      memberType: 'Direct',
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
    id: `${scopeId}/providers/Microsoft.Authorization/Role${kind}Schedule${instance ? 'Instances' : 's'}/${name}`,
    type,
  }
}

/** `asTarget()`, `atScope()`, `principalId eq '…'`, `assignedTo('…')`, `roleDefinitionId eq '…'`, joined by `and`. @throws 400 */
function parseFilter(request: ArmRequest): (schedule: Schedule) => boolean {
  const filter = request.query.$filter ?? ''
  const tests = filter
    .split(/\s+and\s+/i)
    .filter(Boolean)
    .map((part): ((schedule: Schedule) => boolean) => {
      if (/^atScope\(\)$/i.test(part)) return () => true // See `ofPerson`.
      const [, name, value] = /^(asTarget\(\)|principalId eq |roleDefinitionId eq |assignedTo\()(?:'([^']+)'\)?)?$/i.exec(part) ?? []
      switch (name?.toLowerCase().trim()) {
        case 'roledefinitionid eq':
          return (each) => each.roleId === value?.split('/').at(-1)?.toLowerCase()
        case 'principalid eq':
          return (each) => each.principalId.toLowerCase() === value?.toLowerCase()
        case 'astarget()':
        case 'assignedto(': {
          const id = (value ?? String(request.caller.oid)).toLowerCase()
          const ids = new Set([id, ...transitiveGroupIds(request.sim, id)])
          return (each) => ids.has(each.principalId.toLowerCase())
        }
        default:
          throw new ArmError(400, 'InvalidFilter', `The filter '${filter}' is not supported.`)
      }
    })
  return (schedule) => tests.every((test) => test(schedule))
}

/** Whose schedules are wanted, when it is one principal's: those are found below the scope too. */
const ofPerson = /asTarget\(\)|principalId eq |assignedTo\(/i

/** Lists the schedules of a scope, or (`instance`) those that have begun. */
export function listRoute(kind: ScheduleKind, instance: boolean): ArmRoute['handle'] {
  return (request) => {
    const { key } = findScope(request.sim, request.params.scope!)
    const now = request.sim.clock.now().toISOString()
    const filter = request.query.$filter ?? ''
    const below = ofPerson.test(filter) && !/atScope\(\)/i.test(filter) ? listSchedulesBelow(request.sim, kind, key) : []
    const schedules = [...listSchedules(request.sim, kind, key), ...below].filter(parseFilter(request))
    return listOf(schedules.filter((each) => !instance || each.startsAt <= now).map((each) => presentSchedule(request, each, instance)))
  }
}
