import { billingScopes } from './billing.ts'
import { plainScopeId } from './scope.ts'

/** Azure RBAC authorizes a route by an action on its resource; `reason` explains the exceptions. */
type RouteAccess = { action: string; scopePath: string } | { reason: string }

const verbs: Record<string, string> = { GET: 'read', HEAD: 'read', PUT: 'write', PATCH: 'write', DELETE: 'delete' }

/**
 * These actions don't follow from method and path. Keys are `METHOD template`, with the templates of the routes. Source: Microsoft's "Azure
 * permissions" reference (role-based-access-control/permissions). Cost Management and Policy Insights check a read action for their
 * queries, because Cost Management Reader and Reader hold nothing else and can run them.
 */
const exceptions: Record<string, string | { reason: string }> = {
  'GET /subscriptions': { reason: 'lists what the caller can read' },
  'GET /subscriptions/{subscriptionId}': 'Microsoft.Resources/subscriptions/read',
  'GET /subscriptions/{subscriptionId}/locations': 'Microsoft.Resources/subscriptions/locations/read',
  'GET /subscriptions/{subscriptionId}/resources': 'Microsoft.Resources/subscriptions/resources/read',
  'GET /subscriptions/{subscriptionId}/resourceGroups': 'Microsoft.Resources/subscriptions/resourceGroups/read',
  'GET /subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}': 'Microsoft.Resources/subscriptions/resourceGroups/read',
  'HEAD /subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}': 'Microsoft.Resources/subscriptions/resourceGroups/read',
  'PUT /subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}': 'Microsoft.Resources/subscriptions/resourceGroups/write',
  'DELETE /subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}': 'Microsoft.Resources/subscriptions/resourceGroups/delete',
  'GET /subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/resources':
    'Microsoft.Resources/subscriptions/resourceGroups/resources/read',
  'GET /providers/Microsoft.Management/managementGroups': { reason: 'lists what the caller can read' },
  'POST /providers/Microsoft.ResourceGraph/resources': { reason: 'searches what the caller can read' },
  'GET /providers/Microsoft.Subscription/aliases': { reason: 'belongs to its creator' },
  'PUT /providers/Microsoft.Subscription/aliases/{aliasName}': { reason: 'is authorized at the billing scope' },
  'GET /providers/Microsoft.Subscription/aliases/{aliasName}': { reason: 'belongs to its creator' },
  'DELETE /providers/Microsoft.Subscription/aliases/{aliasName}': { reason: 'belongs to its creator' },
  ...Object.fromEntries(
    billingScopes
      .flatMap((path) => [`GET ${path}`, `POST ${path}/checkAccess`])
      .map((route) => [route, { reason: 'is authorized by billing roles' }]),
  ),
  'GET /subscriptions/{subscriptionId}/operationresults/{operationId}': { reason: 'belongs to the request that started it' },
  'GET /subscriptions/{subscriptionId}/providers/{namespace}/locations/{location}/operations/{operationId}': {
    reason: 'belongs to the request that started it',
  },
  'GET /providers/Microsoft.Management/operationResults/create/asyncOperation/status/managementGroups/{groupId}/{operationId}': {
    reason: 'belongs to the request that started it',
  },
  'POST {scope}/providers/Microsoft.CostManagement/query': 'Microsoft.CostManagement/query/read',
  'POST {scope}/providers/Microsoft.CostManagement/forecast': 'Microsoft.CostManagement/forecast/read',
  'POST /subscriptions/{subscriptionId}/providers/Microsoft.PolicyInsights/policyStates/latest/summarize':
    'Microsoft.PolicyInsights/policyStates/summarize/read',
  'POST /subscriptions/{subscriptionId}/providers/Microsoft.PolicyInsights/policyStates/latest/queryResults':
    'Microsoft.PolicyInsights/policyStates/queryResults/read',
  'POST /subscriptions/{subscriptionId}/providers/Microsoft.PolicyInsights/policyStates/latest/triggerEvaluation':
    'Microsoft.PolicyInsights/policyStates/triggerEvaluation/action',
  // A validation is a write that is not carried out; the reference lists no action of its own for it.
  'POST {scope}/providers/Microsoft.Authorization/roleAssignmentScheduleRequests/{requestName}/validate':
    'Microsoft.Authorization/roleAssignmentScheduleRequests/write',
  'POST {scope}/providers/Microsoft.Authorization/roleEligibilityScheduleRequests/{requestName}/validate':
    'Microsoft.Authorization/roleEligibilityScheduleRequests/write',
}

/** Derives `{namespace}/{types}/{verb}` from the last resource in the path, unless the table has an exception. */
export function accessOf(method: string, template: string, path: string): RouteAccess {
  const knownAccess = exceptions[`${method} ${template}`]
  if (typeof knownAccess === 'object') return knownAccess
  const scopePath = resourcePath(method, plainScopeId(path))
  if (knownAccess !== undefined) return { action: knownAccess, scopePath }
  const position = path.toLowerCase().lastIndexOf('/providers/')
  const [namespace, ...remainingParts] = path
    .slice(position + '/providers/'.length)
    .split('/')
    .filter(Boolean)
  const types = remainingParts.filter((_, index) => index % 2 === 0)
  return { action: [namespace, ...types, method === 'POST' ? 'action' : verbs[method]].join('/'), scopePath }
}

function resourcePath(method: string, path: string): string {
  const segments = path.split('/').filter(Boolean)
  const position = segments.map((each) => each.toLowerCase()).lastIndexOf('providers')
  const below = position === -1 ? segments.length : segments.length - position - 2
  if (position === -1) return `/${segments.slice(0, segments.length - (segments.length % 2)).join('/')}`
  const isAction = method === 'POST' || below % 2 === 1
  const stored = isAction ? segments.slice(0, -1) : segments
  return `/${(stored.length - position === 2 ? stored.slice(0, position) : stored).join('/')}`
}
