import { randomUUID } from 'node:crypto'
import { assignmentName } from '../../sample/roleAssignments.ts'
import { sandboxHosts } from '../../sample/sandboxHosts.ts'
import { platformServicePrincipalId, slipwayServicePrincipalId } from '../core/constants.ts'
import type { Simulator } from '../core/simulator.ts'
import { transitiveGroupIds } from '../graph/groupDirectory.ts'
import { vaultAccessOf } from '../keyvault/vaultAccess.ts'
import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, ok } from './armRoute.ts'
import { companyGroupsAt } from './companyRoles.ts'
import { isVisible, visibleFrom } from './outcome.ts'
import { pageOf } from './paging.ts'
import { endSchedule, listSchedulesAt, originName, type Schedule } from './pimSchedules.ts'
import { findPrincipal, type PrincipalType } from './principals.ts'
import { definitionId, findRole, roleByName } from './roleDefinitions.ts'
import { enclosing, findScope, isInScope } from './scope.ts'
import { slipwayRoleName, slipwayRoles, slipwaySecretsRoleName } from './slipwayRoles.ts'

export interface RoleAssignment {
  name: string
  scopeKey: string
  scopeId: string
  roleId: string
  principalId: string
  principalType: PrincipalType
  description: string | null
  condition?: string | null
  createdOn: string
  createdBy: string
  visibleAt?: string
  deleted?: true
}

const adminRoleIds = new Set([roleByName('Owner').id, roleByName('User Access Administrator').id])
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const limitPerSubscription = 4000
const pageSize = 1000

function changes(sim: Simulator) {
  return sim.state.collection<RoleAssignment>('arm.roleAssignments')
}

function storeKey({ scopeKey, name }: { scopeKey: string; name: string }): string {
  return `${scopeKey}|${name.toLowerCase()}`
}

function companyAssignments(sim: Simulator, key: string): RoleAssignment[] {
  const createAssignment = (
    scopeKey: string,
    principalId: string,
    principalType: PrincipalType,
    roleName: string,
    createdOn: string,
  ): RoleAssignment => ({
    name: assignmentName(scopeKey, principalId, roleName),
    scopeKey,
    scopeId: scopeKey,
    roleId: (slipwayRoles(sim).find(({ name }) => name === roleName) ?? roleByName(roleName)).id,
    principalId,
    principalType,
    description: null,
    createdOn,
    createdBy: slipwayServicePrincipalId,
  })
  const root = `/providers/microsoft.management/managementgroups/${sim.company.managementGroups[0]!.id.toLowerCase()}`
  if (key === root)
    return [
      createAssignment(root, platformServicePrincipalId, 'ServicePrincipal', 'Owner', '2020-01-15T09:00:00.0000000Z'),
      createAssignment(root, platformServicePrincipalId, 'ServicePrincipal', 'Key Vault Administrator', '2020-01-15T09:00:00.0000000Z'),
      createAssignment(root, slipwayServicePrincipalId, 'ServicePrincipal', slipwayRoleName, '2020-01-15T09:00:00.0000000Z'),
    ]
  const vault = /\/providers\/microsoft\.keyvault\/vaults\/([^/]+)$/.exec(key)?.[1]
  if (vault !== undefined)
    return vaultAccessOf({ name: vault }) === 'noRole'
      ? []
      : [createAssignment(key, slipwayServicePrincipalId, 'ServicePrincipal', slipwaySecretsRoleName, '2021-03-01T09:00:00.0000000Z')]
  const isOfPool = sandboxHosts.some(({ kind, subscriptionId }) => kind === 'pool' && key === `/subscriptions/${subscriptionId}`)
  return [
    ...(isOfPool ? [createAssignment(key, platformServicePrincipalId, 'ServicePrincipal', 'Owner', '2021-03-01T09:00:00.0000000Z')] : []),
    ...companyGroupsAt(sim, key).flatMap((group) =>
      (group.roles ?? []).map((role) => createAssignment(key, group.id, 'Group', role, '2021-03-01T09:00:00.0000000Z')),
    ),
  ]
}

export function assignOwner(
  sim: Simulator,
  subscriptionId: string,
  owner: Pick<RoleAssignment, 'principalId' | 'createdOn' | 'createdBy'> & { visibleAt: string },
): void {
  const scope = `/subscriptions/${subscriptionId}`
  const principalType = findPrincipal(sim, owner.principalId)?.type ?? 'ServicePrincipal'
  const roleId = roleByName('Owner').id
  const assignment = { name: randomUUID(), scopeKey: scope, scopeId: scope, roleId, principalType, description: null, ...owner }
  changes(sim).set(storeKey(assignment), assignment)
}

export function removeCompanyAssignments(sim: Simulator, key: string): void {
  for (const each of companyAssignments(sim, key)) changes(sim).set(storeKey(each), { ...each, deleted: true })
}

function scheduledAt(sim: Simulator, key: string): { schedule: Schedule; assignment: RoleAssignment }[] {
  const now = sim.clock.now().toISOString()
  return listSchedulesAt(sim, 'Assignment', key)
    .filter((schedule) => schedule.startsAt <= now)
    .map((schedule) => {
      const { scopeKey, scopeId, roleId, principalId, principalType, createdOn } = schedule
      const assignment: RoleAssignment = {
        name: originName(schedule),
        scopeKey,
        scopeId,
        roleId,
        principalId,
        principalType,
        description: null,
        createdOn,
        createdBy: slipwayServicePrincipalId,
      }
      return { schedule, assignment }
    })
}

export function hasAssignment(sim: Simulator, key: string, roleId: string, principalId: string): boolean {
  return storedAt(sim, key).some((each) => each.roleId === roleId && each.principalId.toLowerCase() === principalId.toLowerCase())
}

/** Returns permanent assignments that are readable at a scope, including inherited ones. @param includesBelow includes lower scopes */
export function assignmentsInForce(sim: Simulator, key: string, includesBelow: boolean): RoleAssignment[] {
  const allAssignments = [
    ...[...enclosing(sim, key), key].flatMap((each) => storedAt(sim, each)),
    ...(includesBelow ? customAssignmentsBelow(sim, key) : []),
  ]
  return allAssignments.filter((each) => isVisible(sim, each.visibleAt))
}

/** Returns assignments at exactly this scope that are in effect, including temporary ones. */
export function assignmentsAt(sim: Simulator, key: string): RoleAssignment[] {
  const permanent = storedAt(sim, key).filter((each) => isVisible(sim, each.visibleAt))
  return [...permanent, ...scheduledAt(sim, key).map(({ assignment }) => assignment)]
}

/** Returns assignments at exactly this scope, including ones that can't be read yet. */
function storedAt(sim: Simulator, key: string): RoleAssignment[] {
  const storedAssignments = changes(sim).values(`${key}|`)
  const updated = new Set(storedAssignments.map((each) => each.name.toLowerCase()))
  return [...companyAssignments(sim, key).filter((each) => !updated.has(each.name)), ...storedAssignments.filter((each) => !each.deleted)]
}

function customAssignmentsBelow(sim: Simulator, key: string): RoleAssignment[] {
  return changes(sim)
    .values(`${key}/`)
    .filter((each) => !each.deleted)
}

function present(assignment: RoleAssignment) {
  const { name, scopeKey, scopeId, roleId, principalId, principalType, description, condition = null, createdOn, createdBy } = assignment
  return {
    properties: {
      roleDefinitionId: definitionId(scopeKey, { id: roleId }),
      principalId,
      principalType,
      scope: scopeId,
      condition,
      conditionVersion: condition === null ? null : '2.0',
      createdOn,
      updatedOn: createdOn,
      createdBy,
      updatedBy: createdBy,
      delegatedManagedIdentityResourceId: null,
      description,
    },
    id: `${scopeId}/providers/Microsoft.Authorization/roleAssignments/${name}`,
    type: 'Microsoft.Authorization/roleAssignments',
    name,
  }
}

type Test = (assignment: RoleAssignment) => boolean

/** Parses `atScope()`, `principalId eq '…'` and `assignedTo('…')`, joined by `and`. @throws 400 */
function parseFilter(sim: Simulator, key: string, filter: string | undefined): Test {
  const tests = (filter ?? '')
    .split(/\s+and\s+/i)
    .filter(Boolean)
    .map((part): Test => {
      if (/^atScope\(\)$/i.test(part)) return (each) => isInScope(sim, each.scopeKey, key)
      const [, kind, id] = /^(principalId eq |assignedTo\()'([^']+)'\)?$/i.exec(part) ?? []
      if (!kind || !id) throw new ArmError(400, 'InvalidFilter', `The filter '${filter}' is not supported.`)
      const ids = new Set([id.toLowerCase(), ...(kind.startsWith('a') ? transitiveGroupIds(sim, id.toLowerCase()) : [])])
      return (each) => ids.has(each.principalId.toLowerCase())
    })
  return (each) => tests.every((test) => test(each))
}

function list(request: ArmRequest): ArmReply {
  const { sim } = request
  const { key } = findScope(sim, request.params.scope!)
  const scheduled = [...enclosing(sim, key), key].flatMap((each) => scheduledAt(sim, each).map(({ assignment }) => assignment))
  const allAssignments = [...assignmentsInForce(sim, key, true), ...scheduled]
  const matches = parseFilter(sim, key, request.query.$filter)
  return pageOf(request, allAssignments.filter(matches), pageSize, present)
}

function put(request: ArmRequest): ArmReply {
  const { sim } = request
  const name = request.params.assignmentName!
  const scope = findScope(sim, request.params.scope!)
  if (!guid.test(name))
    throw new ArmError(
      400,
      'InvalidRoleAssignmentId',
      `The role assignment ID '${name}' is not valid. The role assignment ID must be a GUID.`,
    )
  const properties = (request.body.properties ?? {}) as {
    roleDefinitionId?: string
    principalId?: string
    principalType?: PrincipalType
    description?: string
    condition?: string | null
  }
  const { roleDefinitionId = '', principalId = '' } = properties
  if (!guid.test(principalId))
    throw new ArmError(400, 'InvalidPrincipalId', `The Principal ID '${principalId}' is not valid. Principal ID must be a GUID.`)
  const role = findRole(sim, scope.key, roleDefinitionId)
  if (!role)
    throw new ArmError(
      400,
      'RoleDefinitionDoesNotExist',
      `The specified role definition with ID '${roleDefinitionId.split('/').at(-1)}' does not exist.`,
    )
  const scopeAssignments = storedAt(sim, scope.key)
  const sameAssignment = scopeAssignments.find((each) => each.name.toLowerCase() === name.toLowerCase())
  const requestedKey = `${role.id} ${principalId.toLowerCase()}`
  const hasSameKey = (each: RoleAssignment): boolean => `${each.roleId} ${each.principalId.toLowerCase()}` === requestedKey
  if (sameAssignment) {
    if (hasSameKey(sameAssignment)) return ok(present(sameAssignment))
    throw new ArmError(
      400,
      'RoleAssignmentUpdateNotPermitted',
      'Tenant ID, application ID, principal ID, and scope are not allowed to be updated.',
    )
  }
  if (scopeAssignments.some(hasSameKey)) throw new ArmError(409, 'RoleAssignmentExists', 'The role assignment already exists.')
  if (scopeAssignments.length >= limitPerSubscription)
    throw new ArmError(400, 'RoleAssignmentLimitExceeded', 'No more role assignments can be created.')
  const assignment: RoleAssignment = {
    name,
    scopeKey: scope.key,
    scopeId: scope.id,
    roleId: role.id,
    principalId,
    principalType: principalTypeOf(request, principalId, properties.principalType),
    description: properties.description ?? null,
    condition: properties.condition ?? null,
    createdOn: sim.clock.now().toISOString(),
    createdBy: String(request.caller.oid),
    visibleAt: visibleFrom(sim),
  }
  changes(sim).set(storeKey(assignment), assignment)
  return { status: 201, body: present(assignment) }
}

/** A principal that can't be read yet is accepted if the caller gives its type. */
function principalTypeOf({ sim }: ArmRequest, id: string, properties: PrincipalType | undefined): PrincipalType {
  const principal = findPrincipal(sim, id)
  if (principal && properties && principal.type !== properties) {
    throw new ArmError(
      400,
      'UnmatchedPrincipalType',
      `The PrincipalId '${id}' has type '${principal.type}', which is different from specified PrinciaplType '${properties}'.`,
    )
  }
  const type = principal?.type ?? properties
  if (type) return type
  throw new ArmError(
    400,
    'PrincipalNotFound',
    `Principal ${id.replaceAll('-', '')} does not exist in the directory ${sim.tenantId}. Check that you have the correct principal ID. If you are creating this principal and then immediately assigning a role, this error might be related to a replication delay. In this case, set the role assignment principalType property to a value, such as ServicePrincipal, User, or Group.  See https://aka.ms/docs-principaltype`,
  )
}

function find(request: ArmRequest): RoleAssignment | undefined {
  const { key } = findScope(request.sim, request.params.scope!)
  const name = request.params.assignmentName!.toLowerCase()
  return storedAt(request.sim, key).find((each) => each.name.toLowerCase() === name)
}

function get(request: ArmRequest): ArmReply {
  const assignment = find(request)
  if (assignment && isVisible(request.sim, assignment.visibleAt)) return ok(present(assignment))
  throw new ArmError(404, 'RoleAssignmentNotFound', `The role assignment '${request.params.assignmentName}' is not found.`)
}

function remove(request: ArmRequest): ArmReply {
  const { key } = findScope(request.sim, request.params.scope!)
  const name = request.params.assignmentName!.toLowerCase()
  const scheduled = scheduledAt(request.sim, key).find(({ assignment }) => assignment.name === name)
  if (scheduled) {
    endSchedule(request.sim, scheduled.schedule)
    return ok(present(scheduled.assignment))
  }
  const assignment = find(request)
  if (!assignment) return { status: 204 }
  requireOtherAdmin(request.sim, assignment)
  changes(request.sim).set(storeKey(assignment), { ...assignment, deleted: true })
  return ok(present(assignment))
}

function requireOtherAdmin(sim: Simulator, { scopeKey, name, roleId }: RoleAssignment): void {
  if (!/^\/subscriptions\/[^/]+$/.test(scopeKey) || !adminRoleIds.has(roleId)) return
  if (storedAt(sim, scopeKey).some((each) => each.name !== name && adminRoleIds.has(each.roleId))) return
  throw new ArmError(412, 'CannotDeleteLastRbacAdminAssignment', 'Cannot delete the last RBAC admin assignment')
}

const path = '{scope}/providers/Microsoft.Authorization/roleAssignments'

export const roleAssignmentRoutes: ArmRoute[] = [
  { method: 'GET', path, handle: list },
  { method: 'GET', path: `${path}/{assignmentName}`, handle: get },
  { method: 'PUT', path: `${path}/{assignmentName}`, handle: put },
  { method: 'DELETE', path: `${path}/{assignmentName}`, handle: remove },
]
