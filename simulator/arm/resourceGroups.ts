import type { AsyncOutcome } from '../core/serviceApp.ts'
import { recordGroupWrite } from './activityLogEvents.ts'
import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, ok } from './armRoute.ts'
import { acceptedAtLocation } from './operations.ts'
import { planOutcome } from './outcome.ts'
import { pageOf } from './paging.ts'
import { itemsOf } from './recoveryItems.ts'
import { deleteGroup, findGroup, type LiveGroup, listGroups, lookUpGroup, saveGroup } from './resourceStore.ts'
import { findSubscription, findWritableSubscription, type SimSubscription } from './subscriptionStore.ts'
import { checkTags } from './tagRules.ts'

const pageSize = 1000

function present(subscription: SimSubscription, group: LiveGroup) {
  const { provisioningState, ...properties } = group
  return {
    id: `/subscriptions/${subscription.subscriptionId}/resourceGroups/${group.name}`,
    type: 'Microsoft.Resources/resourceGroups',
    ...properties,
    properties: { provisioningState },
  }
}

const filterPattern = /^tagName eq '((?:[^']|'')+)'(?: and tagValue eq '((?:[^']|'')*)')?$/i

function list(request: ArmRequest): ArmReply {
  const subscription = findSubscription(request.sim, request.params.subscriptionId!)
  const groups = listGroups(request.sim, subscription).filter(tagFilter(request.query.$filter))
  return pageOf(request, groups, pageSize, (group) => present(subscription, group))
}

function tagFilter(filter: string | undefined): (group: LiveGroup) => boolean {
  if (!filter) return () => true
  const match = filterPattern.exec(filter.trim())
  if (!match) throw new ArmError(400, 'InvalidFilterInQueryString', `Invalid $filter '${filter}' specified in the query string.`)
  const [name, value] = match.slice(1).map((text) => text?.replaceAll("''", "'")) as [string, string | undefined]
  return (group) =>
    Object.entries(group.tags).some(
      ([key, current]) => key.toLowerCase() === name.toLowerCase() && (value === undefined || current === value),
    )
}

function put(request: ArmRequest): ArmReply {
  const { sim } = request
  const subscription = findWritableSubscription(sim, request.params.subscriptionId!)
  const name = request.params.resourceGroupName!
  const body = request.body as { location?: string; tags?: Record<string, string>; managedBy?: string }
  if (!/^[\p{L}\p{N}_().-]{1,90}(?<!\.)$/u.test(name))
    throw new ArmError(400, 'InvalidResourceGroup', `The provided resource group name '${name}' has invalid characters or length.`)
  if (!body.location) throw new ArmError(400, 'LocationRequired', 'The location property is required for this definition.')
  const existingGroup = lookUpGroup(sim, subscription, name)
  if (existingGroup?.provisioningState === 'Deleting')
    throw new ArmError(
      409,
      'ResourceGroupBeingDeleted',
      `The resource group '${name}' is in deprovisioning state and cannot perform this operation.`,
    )
  const location = body.location.toLowerCase().replaceAll(' ', '')
  if (existingGroup && existingGroup.location !== location) {
    throw new ArmError(
      409,
      'InvalidResourceGroupLocation',
      `Invalid resource group location '${location}'. The Resource group already exists in location '${existingGroup.location}'.`,
    )
  }
  const group = {
    name: existingGroup?.name ?? name,
    location,
    tags: checkTags(body.tags ?? {}),
    ...(body.managedBy ? { managedBy: body.managedBy } : {}),
  }
  saveGroup(sim, subscription, group)
  recordGroupWrite(sim, `/subscriptions/${subscription.subscriptionId}/resourceGroups/${group.name}`, request.caller, !existingGroup)
  return { status: existingGroup ? 200 : 201, body: present(subscription, { ...group, provisioningState: 'Succeeded' }) }
}

function get(request: ArmRequest): ArmReply {
  const subscription = findSubscription(request.sim, request.params.subscriptionId!)
  return ok(present(subscription, findGroup(request.sim, subscription, request.params.resourceGroupName!)))
}

function head(request: ArmRequest): ArmReply {
  const subscription = findSubscription(request.sim, request.params.subscriptionId!)
  return { status: lookUpGroup(request.sim, subscription, request.params.resourceGroupName!) ? 204 : 404 }
}

function remove(request: ArmRequest): ArmReply {
  const subscription = findWritableSubscription(request.sim, request.params.subscriptionId!)
  const group = findGroup(request.sim, subscription, request.params.resourceGroupName!)
  const outcome = planOutcome(request.sim, holdsResources(request, subscription, group) ?? request.asyncOutcome)
  deleteGroup(request.sim, subscription, group, outcome)
  return acceptedAtLocation(request, outcome, subscription.subscriptionId)
}

/** A vault that holds backups, including deleted ones, can't be deleted, so the deletion starts and then fails. */
function holdsResources({ sim }: ArmRequest, subscription: SimSubscription, group: LiveGroup): AsyncOutcome | undefined {
  const vault = itemsOf(sim, subscription)
    .map(({ id }) => id.split('/').slice(0, 9).join('/'))
    .find((id) => id.split('/')[4]!.toLowerCase() === group.name.toLowerCase())
  if (!vault) return undefined
  const message = `Deletion of resource group '${group.name}' failed as resources with identifiers '${vault}' could not be deleted: the vault has existing backup items. The provisioning state of the resource group will be rolled back.`
  return { kind: 'fail', code: 'ResourceGroupDeletionBlocked', message }
}

const path = '/subscriptions/{subscriptionId}/resourceGroups'

export const resourceGroupRoutes: ArmRoute[] = [
  { method: 'GET', path, handle: list },
  { method: 'GET', path: `${path}/{resourceGroupName}`, handle: get },
  { method: 'HEAD', path: `${path}/{resourceGroupName}`, handle: head },
  { method: 'PUT', path: `${path}/{resourceGroupName}`, handle: put },
  { method: 'DELETE', path: `${path}/{resourceGroupName}`, handle: remove },
]
