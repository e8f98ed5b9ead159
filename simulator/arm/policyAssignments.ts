import { stableId } from '../../sample/stableId.ts'
import type { Simulator } from '../core/simulator.ts'
import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, ok } from './armRoute.ts'
import { isVisible, visibleFrom } from './outcome.ts'
import { pageOf } from './paging.ts'
import type { SimResource } from './resource.ts'
import { groupSince } from './resourceStore.ts'
import { enclosing, findScope } from './scope.ts'

interface Assignment {
  name: string
  scopeKey: string
  scopeId: string
  createdAt: string
  visibleAt: string
  properties: {
    displayName?: string
    description?: string
    policyDefinitionId: string
    parameters?: Record<string, { value: unknown }>
    enforcementMode?: string
    notScopes?: string[]
  }
}

interface Rule {
  displayName: string
  parameter: string
  allows: (resource: Pick<SimResource, 'type' | 'location'>, listedValues: string[]) => boolean
}

const includesIgnoringCase = (value: string, listedValues: string[]): boolean =>
  listedValues.some((each) => each.toLowerCase() === value.toLowerCase())

const rules: Record<string, Rule> = {
  'e56962a6-4747-49cd-b67b-bf8b01975c4c': {
    displayName: 'Allowed locations',
    parameter: 'listOfAllowedLocations',
    allows: ({ location }, listedValues) => location === 'global' || includesIgnoringCase(location, listedValues),
  },
  'a08ec900-254a-4555-9bf5-e42af04b5c5c': {
    displayName: 'Allowed resource types',
    parameter: 'listOfResourceTypesAllowed',
    allows: ({ type }, listedValues) => includesIgnoringCase(type, listedValues),
  },
}

const pageSize = 100
const definitionPath = /^\/providers\/Microsoft\.Authorization\/policyDefinitions\/([^/]+)$/i

function changes(sim: Simulator) {
  return sim.state.collection<Assignment>('arm.policyAssignments')
}

/** A deleted group's assignments don't apply to a later group with the same name. */
function assignmentsAt(sim: Simulator, key: string): Assignment[] {
  const since = groupSince(sim, key)
  return changes(sim)
    .values(`${key}|`)
    .filter(({ createdAt }) => since === undefined || createdAt > since)
}

function ruleOf({ properties }: Assignment): Rule | undefined {
  return rules[definitionPath.exec(properties.policyDefinitionId)?.[1]?.toLowerCase() ?? '']
}

function listAllowed({ properties }: Assignment, { parameter }: Rule): string[] {
  const value = properties.parameters?.[parameter]?.value
  return Array.isArray(value) ? value.map((each) => String(each).replaceAll(' ', '')) : []
}

/** @throws 403 RequestDisallowedByPolicy when an assignment at or above the resource denies it */
export function rejectDisallowed(sim: Simulator, resource: Pick<SimResource, 'id' | 'name' | 'type' | 'location'>): void {
  const key = resource.id.toLowerCase()
  const enclosingAssignments = [...enclosing(sim, key), key].flatMap((scope) => assignmentsAt(sim, scope))
  for (const assignment of enclosingAssignments) {
    const rule = ruleOf(assignment)
    const { enforcementMode = 'Default', notScopes = [], displayName, policyDefinitionId } = assignment.properties
    if (!rule || enforcementMode !== 'Default' || !isVisible(sim, assignment.visibleAt)) continue
    if (notScopes.some((scope) => key.startsWith(`${scope.toLowerCase()}/`))) continue
    if (rule.allows(resource, listAllowed(assignment, rule))) continue
    const policyAssignment = { name: displayName ?? assignment.name, id: idOf(assignment) }
    const policyDefinition = { name: rule.displayName, id: policyDefinitionId, version: '1.0.0' }
    throw new ArmError(
      403,
      'RequestDisallowedByPolicy',
      `Resource '${resource.name}' was disallowed by policy. Policy identifiers: '${JSON.stringify([{ policyAssignment, policyDefinition }])}'.`,
      {
        target: resource.name,
        additionalInfo: [
          {
            type: 'PolicyViolation',
            info: {
              policyDefinitionDisplayName: rule.displayName,
              policyDefinitionId,
              policyDefinitionEffect: 'deny',
              policyAssignmentDisplayName: policyAssignment.name,
              policyAssignmentId: policyAssignment.id,
              policyAssignmentName: assignment.name,
              policyAssignmentScope: assignment.scopeId,
            },
          },
        ],
      },
    )
  }
}

function idOf({ scopeId, name }: Assignment): string {
  return `${scopeId}/providers/Microsoft.Authorization/policyAssignments/${name}`
}

function present(assignment: Assignment) {
  const { name, scopeId, properties } = assignment
  return {
    id: idOf(assignment),
    type: 'Microsoft.Authorization/policyAssignments',
    name,
    properties: {
      ...properties,
      scope: scopeId,
      enforcementMode: properties.enforcementMode ?? 'Default',
      instanceId: stableId(idOf(assignment)),
    },
  }
}

function find(request: ArmRequest): { key: string; id: string; assignment: Assignment | undefined } {
  const { key, id } = findScope(request.sim, request.params.scope!)
  const requestedName = request.params.assignmentName!.toLowerCase()
  return { key, id, assignment: assignmentsAt(request.sim, key).find(({ name }) => name.toLowerCase() === requestedName) }
}

function throwError(code: string, message: string): never {
  throw new ArmError(400, code, message)
}

function put(request: ArmRequest): ArmReply {
  const { key, id, assignment } = find(request)
  const name = request.params.assignmentName!
  if (name.length > 64 || /[#<>%&:\\?/]/.test(name))
    throwError('InvalidPolicyAssignmentName', `The policy assignment name '${name}' is invalid.`)
  const properties = (request.body.properties ?? {}) as Assignment['properties']
  const definition = definitionPath.exec(properties.policyDefinitionId ?? '')?.[1]
  const rule = definition === undefined ? undefined : rules[definition.toLowerCase()]
  if (!rule)
    throw new ArmError(404, 'PolicyDefinitionNotFound', `The policy definition '${properties.policyDefinitionId}' could not be found.`)
  const unknownParameter = Object.keys(properties.parameters ?? {}).find((each) => each !== rule.parameter)
  if (unknownParameter)
    throwError(
      'UndefinedPolicyParameter',
      `The policy assignment '${name}' sets the parameter '${unknownParameter}', which is not defined.`,
    )
  if (!Array.isArray(properties.parameters?.[rule.parameter]?.value))
    throwError('MissingPolicyParameter', `The policy assignment '${name}' is missing the parameter(s) '${rule.parameter}'.`)
  const savedAssignment: Assignment = {
    name: assignment?.name ?? name,
    scopeKey: key,
    scopeId: id,
    createdAt: assignment?.createdAt ?? request.sim.clock.now().toISOString(),
    visibleAt: visibleFrom(request.sim),
    properties,
  }
  changes(request.sim).set(`${key}|${name.toLowerCase()}`, savedAssignment)
  return { status: 201, body: present(savedAssignment) }
}

function get(request: ArmRequest): ArmReply {
  const { assignment } = find(request)
  if (assignment) return ok(present(assignment))
  const name = request.params.assignmentName
  throw new ArmError(404, 'PolicyAssignmentNotFound', `The policy assignment '${name}' is not found.`)
}

function remove(request: ArmRequest): ArmReply {
  const { key, assignment } = find(request)
  if (!assignment) return { status: 204 }
  changes(request.sim).delete(`${key}|${assignment.name.toLowerCase()}`)
  return ok(present(assignment))
}

function list(request: ArmRequest): ArmReply {
  const { key } = findScope(request.sim, request.params.scope!)
  return pageOf(
    request,
    [...enclosing(request.sim, key), key].flatMap((scope) => assignmentsAt(request.sim, scope)),
    pageSize,
    present,
  )
}

const base = '{scope}/providers/Microsoft.Authorization/policyAssignments'

export const policyAssignmentRoutes: ArmRoute[] = [
  { method: 'GET', path: base, handle: list },
  { method: 'GET', path: `${base}/{assignmentName}`, handle: get },
  { method: 'PUT', path: `${base}/{assignmentName}`, handle: put },
  { method: 'DELETE', path: `${base}/{assignmentName}`, handle: remove },
]
