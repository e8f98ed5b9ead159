import type { JWTPayload } from 'jose'
import type { RequirementService } from '../../server/clients/requirements/requirement.ts'
import { slipwayServicePrincipalId } from '../core/constants.ts'
import type { Simulator } from '../core/simulator.ts'
import { transitiveGroupIds } from '../graph/groupDirectory.ts'
import { accessOf } from './actions.ts'
import { ArmError } from './armError.ts'
import type { ArmRequest, ArmRoute } from './armRoute.ts'
import { lookUpManagementGroup } from './managementGroupStore.ts'
import { assignmentsAt } from './roleAssignments.ts'
import { findRole, type RoleDefinition } from './roleDefinitions.ts'
import { enclosing, plainScopeId } from './scope.ts'
import { listSubscriptions, type SimSubscription } from './subscriptionStore.ts'

type Caller = JWTPayload
type Plane = 'actions' | 'dataActions'

/**
 * Returns the keys of the scopes whose assignments apply at `key`, the outermost first. @throws 404 when the subscription does not exist
 */
function scopesReaching(sim: Simulator, key: string): string[] {
  const segments = key.split('/')
  if (segments[1] === 'subscriptions') {
    const within = [3, 5, 9].filter((length) => segments.length >= length).map((length) => segments.slice(0, length).join('/'))
    return [...new Set([...enclosing(sim, key), ...within])]
  }
  if (segments[3] !== 'managementgroups' || segments.length < 5) return ['']
  // Roles on the parent groups authorize the creation of a management group.
  const id = lookUpManagementGroup(sim, segments[4]!)?.id ?? sim.company.managementGroups[0]!.id
  const group = [...segments.slice(0, 4), id.toLowerCase()].join('/')
  return [...enclosing(sim, group), group]
}

export function* rolesOfCaller(sim: Simulator, { oid }: Caller, scope: string): Generator<RoleDefinition> {
  const assignments = scopesReaching(sim, plainScopeId(scope).toLowerCase()).flatMap((key) => assignmentsAt(sim, key))
  const rolesOf = (isHolder: (id: string) => boolean) =>
    assignments
      .filter(({ principalId }) => isHolder(principalId.toLowerCase()))
      .flatMap(({ scopeKey, roleId }) => findRole(sim, scopeKey, roleId) ?? [])
  yield* rolesOf((id) => id === oid)
  const groups = new Set(transitiveGroupIds(sim, String(oid)))
  if (groups.size > 0) yield* rolesOf((id) => groups.has(id))
}

/** Each call matches all patterns of several roles, so their expressions are kept. */
const expressions = new Map<string, RegExp>()

function expressionFor(pattern: string): RegExp {
  const known = expressions.get(pattern)
  if (known) return known
  const expression = new RegExp(`^${pattern.replace(/[.$]/g, '\\$&').replaceAll('*', '.*')}$`, 'i')
  expressions.set(pattern, expression)
  return expression
}

function patternFor(role: RoleDefinition, action: string, plane: Plane): string | undefined {
  const matches = (pattern: string) => expressionFor(pattern).test(action)
  if (plane === 'actions' && role.notActions?.some(matches)) return undefined
  return role[plane]?.find(matches)
}

/** Checks the caller's roles and records which permissions of Slipway's own role are used. */
export function isAllowed(sim: Simulator, caller: Caller, scope: string, action: string, plane: Plane = 'actions'): boolean {
  for (const role of rolesOfCaller(sim, caller, scope)) {
    const pattern = patternFor(role, action, plane)
    if (pattern === undefined) continue
    if (caller.oid === slipwayServicePrincipalId && role.type === 'CustomRole')
      sim.permissions.use({ service: serviceOf[plane], name: pattern })
    return true
  }
  return false
}

const serviceOf: Record<Plane, RequirementService> = { actions: 'Azure', dataActions: 'Key Vault' }

export function readableSubscriptions({ sim, caller }: ArmRequest, candidates = listSubscriptions(sim)): SimSubscription[] {
  const byGroup = new Map<string, boolean>()
  return candidates.filter(({ subscriptionId, managementGroupId }) => {
    const reads = (scope: string) => isAllowed(sim, caller, scope, 'Microsoft.Resources/subscriptions/read')
    if (!byGroup.has(managementGroupId))
      byGroup.set(managementGroupId, reads(`/providers/Microsoft.Management/managementGroups/${managementGroupId}`))
    return byGroup.get(managementGroupId) || reads(`/subscriptions/${subscriptionId}`)
  })
}

const clientOf = ({ azp, oid }: Caller) => String(azp ?? oid)

/** @throws 403 AuthorizationFailed; 401 RBACAccessDenied where the provider itself checks, as Cost Management does (Azure/azqr #277) */
export function authorize(call: ArmRequest, { method, path: template }: Pick<ArmRoute, 'method' | 'path'>): void {
  const access = accessOf(method, template, call.path)
  if ('reason' in access || concernsCallerOnly(call)) return
  const { action, scopePath } = access
  if (isAllowed(call.sim, call.caller, scopePath, action)) return
  if (/^Microsoft\.CostManagement\//i.test(action))
    throw new ArmError(
      401,
      'RBACAccessDenied',
      `The client does not have authorization to perform action. Request ID: ${crypto.randomUUID()}`,
    )
  throw new ArmError(
    403,
    'AuthorizationFailed',
    `The client '${clientOf(call.caller)}' with object id '${call.caller.oid}' does not have authorization to perform action '${action}' over scope '${scopePath}' or the scope is invalid. If access was recently granted, please refresh your credentials.`,
    { headers: { 'x-ms-failure-cause': 'gateway' } },
  )
}

/** @throws 403 LinkedAuthorizationFailed when the request refers to a resource that the caller can't use */
export function authorizeLinked(call: ArmRequest, linked: { action: string; scope: string; writing: string }): void {
  if (isAllowed(call.sim, call.caller, linked.scope, linked.action)) return
  throw new ArmError(
    403,
    'LinkedAuthorizationFailed',
    `The client '${clientOf(call.caller)}' with object id '${call.caller.oid}' has permission to perform action '${linked.writing}' on scope '${call.path}'; however, it does not have permission to perform action(s) '${linked.action}' on the linked scope(s) '${linked.scope}' (respectively) or the linked scope(s) are invalid.`,
  )
}

/** People can request and read their own roles without holding any, because PIM decides by their eligibility. */
function concernsCallerOnly({ path, body, query, caller }: ArmRequest): boolean {
  if (!/\/role(Assignment|Eligibility)Schedule/i.test(path)) return false
  if (/asTarget\(\)/i.test(query.$filter ?? '')) return true
  const { principalId, requestType = '' } = (body.properties ?? {}) as { principalId?: string; requestType?: string }
  return principalId?.toLowerCase() === caller.oid && requestType.startsWith('Self')
}
