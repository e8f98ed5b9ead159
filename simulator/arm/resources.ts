import { recordChange } from './activityLogEvents.ts'
import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, ok } from './armRoute.ts'
import { acceptedAtLocation, asyncOperation } from './operations.ts'
import { planOutcome } from './outcome.ts'
import { pageOf } from './paging.ts'
import { rejectDisallowed } from './policyAssignments.ts'
import { parseResourceId, type SimResource } from './resource.ts'
import { deleteResource, findGroup, findResource, listResources, lookUpResource, saveResource } from './resourceStore.ts'
import { findSubscription, findWritableSubscription } from './subscriptionStore.ts'
import { checkTags, type Tags } from './tagRules.ts'

const pageSize = 1000

export function presentResource(resource: SimResource) {
  const { createdTime: _, changedTime: __, ...visible } = resource
  return visible
}

function presentRow(expand: string) {
  const expansions = expand.toLowerCase()
  return ({ properties, createdTime, changedTime, zones: _, ...row }: SimResource) => ({
    ...row,
    ...(expansions.includes('createdtime') ? { createdTime } : {}),
    ...(expansions.includes('changedtime') ? { changedTime } : {}),
    ...(expansions.includes('provisioningstate') ? { provisioningState: properties.provisioningState } : {}),
  })
}

type Test = (resource: SimResource) => boolean

const comparison = /^(resourceType|name|location|resourceGroup|tagName|tagValue)\s+(eq|ne)\s+'((?:[^']|'')*)'$/i

const fields: Record<string, (resource: SimResource) => string[]> = {
  resourcetype: (resource) => [resource.type],
  name: (resource) => [resource.name],
  location: (resource) => [resource.location],
  resourcegroup: (resource) => [resource.id.split('/')[4]!],
  tagname: (resource) => Object.keys(resource.tags),
  tagvalue: (resource) => Object.values(resource.tags),
}

/** Parses comparisons joined by `and` or `or`, without brackets; `and` binds tighter. @throws 400 */
function parseFilter(filter: string | undefined): Test {
  if (!filter) return () => true
  const alternatives = filter.split(/\s+or\s+/i).map((part) => part.split(/\s+and\s+/i).map((text) => parseComparison(text.trim(), filter)))
  return (resource) => alternatives.some((tests) => tests.every((test) => test(resource)))
}

function parseComparison(text: string, filter: string): Test {
  const match = comparison.exec(text)
  if (!match) throw new ArmError(400, 'InvalidFilterInQueryString', `Invalid $filter '${filter}' specified in the query string.`)
  const [, field, operator, quoted] = match as unknown as [string, string, string, string]
  const requestedValue = quoted.replaceAll("''", "'").toLowerCase()
  const readValues = fields[field.toLowerCase()]!
  const isEqualTest: Test = (resource) => readValues(resource).some((value) => value.toLowerCase() === requestedValue)
  return operator.toLowerCase() === 'eq' ? isEqualTest : (resource) => !isEqualTest(resource)
}

function list(request: ArmRequest): ArmReply {
  const subscription = findSubscription(request.sim, request.params.subscriptionId!)
  const groupName = request.params.resourceGroupName
  const group = groupName === undefined ? undefined : findGroup(request.sim, subscription, groupName)
  const prefix = group && `/subscriptions/${subscription.subscriptionId}/resourceGroups/${group.name}/`.toLowerCase()
  const matches = parseFilter(request.query.$filter)
  const resources = listResources(request.sim, subscription).filter(
    (resource) => (prefix === undefined || resource.id.toLowerCase().startsWith(prefix)) && matches(resource),
  )
  return pageOf(request, resources, pageSize, presentRow(request.query.$expand ?? ''))
}

function put(request: ArmRequest): ArmReply {
  const { sim, path } = request
  const parts = parseResourceId(path)
  if (!parts) throw new ArmError(404, 'InvalidResourceId', `'${path}' is not the id of a resource.`)
  const group = findGroup(sim, findWritableSubscription(sim, parts.subscriptionId), parts.resourceGroup)
  const body = request.body as { location?: string; tags?: Tags; properties?: Record<string, unknown> }
  const existingResource = lookUpResource(sim, path)
  const now = sim.clock.now().toISOString()
  const { id: _, name: __, type: ___, ...inputFields } = body as Record<string, unknown>
  const resource: SimResource = {
    ...inputFields,
    id: existingResource?.id ?? path,
    name: parts.name,
    type: existingResource?.type ?? parts.type,
    location: body.location?.toLowerCase().replaceAll(' ', '') ?? existingResource?.location ?? group.location,
    tags: checkTags(body.tags ?? {}),
    properties: body.properties ?? {},
    createdTime: existingResource?.createdTime ?? now,
    changedTime: now,
  }
  return writeResource(request, resource, existingResource !== undefined)
}

export function writeResource(request: ArmRequest, resource: SimResource, hasExisted: boolean): ArmReply {
  rejectDisallowed(request.sim, resource)
  const outcome = planOutcome(request.sim, request.asyncOutcome)
  saveResource(request.sim, resource, outcome)
  recordChange(request.sim, resource.id, request.caller, `${resource.type}/write`, !hasExisted)
  const { subscriptionId, type } = parseResourceId(resource.id)!
  const operations = `/subscriptions/${subscriptionId}/providers/${type.split('/')[0]}/locations/${resource.location}/operations`
  const visible = presentResource({ ...resource, properties: { ...resource.properties, provisioningState: 'Updating' } })
  return { status: hasExisted ? 200 : 201, body: visible, headers: asyncOperation(request, outcome, operations) }
}

function remove(request: ArmRequest): ArmReply {
  const { sim, path } = request
  const parts = parseResourceId(path)
  if (!parts) throw new ArmError(404, 'InvalidResourceId', `'${path}' is not the id of a resource.`)
  const { subscriptionId } = findWritableSubscription(sim, parts.subscriptionId)
  const resource = lookUpResource(sim, path)
  if (!resource) return { status: 204 }
  const outcome = planOutcome(sim, request.asyncOutcome)
  deleteResource(sim, resource, outcome)
  recordChange(sim, resource.id, request.caller, `${resource.type}/delete`)
  return acceptedAtLocation(request, outcome, subscriptionId)
}

const subscriptionPath = '/subscriptions/{subscriptionId}'
const path = `${subscriptionPath}/resourceGroups/{resourceGroupName}/providers/{namespace}/{type}/{name}{restPath}`

export const resourceRoutes: ArmRoute[] = [
  { method: 'GET', path: `${subscriptionPath}/resources`, handle: list },
  { method: 'GET', path: `${subscriptionPath}/resourceGroups/{resourceGroupName}/resources`, handle: list },
  { method: 'GET', path, handle: (request) => ok(presentResource(findResource(request.sim, request.path))) },
  { method: 'HEAD', path, handle: (request) => ({ status: lookUpResource(request.sim, request.path) ? 204 : 404 }) },
  { method: 'PUT', path, handle: put },
  { method: 'DELETE', path, handle: remove },
]
