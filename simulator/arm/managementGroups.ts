import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, ok } from './armRoute.ts'
import { isAllowed } from './authorization.ts'
import {
  findManagementGroup,
  listManagementGroups,
  lookUpManagementGroup,
  type SimManagementGroup,
  saveManagementGroup,
} from './managementGroupStore.ts'
import { visibleManagementGroup } from './newSubscriptions.ts'
import { asyncOperation } from './operations.ts'
import { planOutcome } from './outcome.ts'
import { pageOf } from './paging.ts'
import { changeSubscription, findSubscription, listSubscriptions, type SimSubscription } from './subscriptionStore.ts'

const path = '/providers/Microsoft.Management/managementGroups'
const type = 'Microsoft.Management/managementGroups'
const pageSize = 500

function reference(group: SimManagementGroup) {
  return { id: `${path}/${group.id}`, name: group.id, displayName: group.displayName }
}

function presentSummary({ sim }: ArmRequest, group: SimManagementGroup) {
  return { id: `${path}/${group.id}`, type, name: group.id, properties: { tenantId: sim.tenantId, displayName: group.displayName } }
}

function present(request: ArmRequest, group: SimManagementGroup) {
  const { sim } = request
  const parent = group.parentId === null ? undefined : lookUpManagementGroup(sim, group.parentId)
  const groupSummary = presentSummary(request, group)
  const shouldExpand = (request.query.$expand ?? '').toLowerCase() === 'children'
  return {
    ...groupSummary,
    properties: {
      ...groupSummary.properties,
      details: {
        version: 1,
        updatedTime: '2020-01-15T09:00:00.000Z',
        updatedBy: sim.tenantId,
        ...(parent ? { parent: reference(parent) } : {}),
      },
      ...(shouldExpand ? { children: childrenOf(request, group) } : {}),
    },
  }
}

function childrenOf({ sim }: ArmRequest, group: SimManagementGroup) {
  return [
    ...listManagementGroups(sim)
      .filter((each) => each.parentId === group.id)
      .map((each) => ({ ...reference(each), type })),
    ...membersOf(sim, group).map((each) => ({
      id: `/subscriptions/${each.subscriptionId}`,
      type: '/subscriptions',
      name: each.subscriptionId,
      displayName: each.displayName,
    })),
  ]
}

function membersOf(sim: ArmRequest['sim'], group: SimManagementGroup): SimSubscription[] {
  return listSubscriptions(sim).filter((each) => isShownIn(sim, group, each))
}

function readableGroups({ sim, caller }: ArmRequest): SimManagementGroup[] {
  return listManagementGroups(sim).filter(({ id }) => isAllowed(sim, caller, `${path}/${id}`, `${type}/read`))
}

function put(request: ArmRequest): ArmReply {
  const { sim } = request
  const id = request.params.groupId!
  if (!/^[\w.()-]{1,90}$/.test(id)) throw new ArmError(400, 'InvalidGroupId', `The management group id '${id}' is invalid.`)
  const properties = (request.body.properties ?? {}) as { displayName?: string; details?: { parent?: { id?: string } } }
  const existingGroup = lookUpManagementGroup(sim, id)
  const parentId = properties.details?.parent?.id?.split('/').at(-1) ?? existingGroup?.parentId ?? sim.company.managementGroups[0]!.id
  const group = {
    id: existingGroup?.id ?? id,
    displayName: properties.displayName ?? existingGroup?.displayName ?? id,
    parentId: findManagementGroup(sim, parentId).id,
  }
  if (existingGroup) {
    saveManagementGroup(sim, group)
    return ok(present(request, group))
  }
  const outcome = planOutcome(sim, request.asyncOutcome)
  saveManagementGroup(sim, { ...group, outcome })
  const headers = asyncOperation(
    request,
    outcome,
    `/providers/Microsoft.Management/operationResults/create/asyncOperation/status/managementGroups/${id}`,
  )
  return {
    status: 202,
    body: { id: `${path}/${id}`, type, name: id, status: 'NotStarted' },
    headers: { ...headers, location: `${sim.origins.arm}${path}/${id}?api-version=${request.apiVersion}` },
  }
}

function presentMember({ sim }: ArmRequest, group: SimManagementGroup, subscription: SimSubscription) {
  return {
    name: subscription.subscriptionId,
    id: `${path}/${group.id}/subscriptions/${subscription.subscriptionId}`,
    type: `${type}/subscriptions`,
    properties: {
      displayName: subscription.displayName,
      parent: { id: `${path}/${group.id}`, name: group.id },
      state: subscription.state === 'Enabled' ? 'Active' : subscription.state,
      tenant: sim.tenantId,
    },
  }
}

function findGroupAndSubscription(request: ArmRequest): { group: SimManagementGroup; subscription: SimSubscription } {
  return {
    group: findManagementGroup(request.sim, request.params.groupId!),
    subscription: findSubscription(request.sim, request.params.subscriptionId!),
  }
}

function isMember(group: SimManagementGroup, subscription: SimSubscription): boolean {
  return subscription.managementGroupId.toLowerCase() === group.id.toLowerCase()
}

function isShownIn(sim: ArmRequest['sim'], group: SimManagementGroup, subscription: SimSubscription): boolean {
  return visibleManagementGroup(sim, subscription).toLowerCase() === group.id.toLowerCase()
}

function putMember(request: ArmRequest): ArmReply {
  const { group, subscription } = findGroupAndSubscription(request)
  if (!isMember(group, subscription)) {
    const placedAt = request.sim.clock.now().toISOString()
    changeSubscription(request.sim, subscription.subscriptionId, {
      managementGroupId: group.id,
      placedAt,
      placedFrom: subscription.managementGroupId,
    })
  }
  return ok(presentMember(request, group, subscription))
}

function getMember(request: ArmRequest): ArmReply {
  const { group, subscription } = findGroupAndSubscription(request)
  if (isShownIn(request.sim, group, subscription)) return ok(presentMember(request, group, subscription))
  throw new ArmError(404, 'NotFound', `'${path}/${group.id}/subscriptions/${subscription.subscriptionId}' not found`)
}

/** A subscription always has a parent, so deleting its membership moves it to the root group. */
function deleteMember(request: ArmRequest): ArmReply {
  const { group, subscription } = findGroupAndSubscription(request)
  if (!isMember(group, subscription)) return { status: 204 }
  changeSubscription(request.sim, subscription.subscriptionId, { managementGroupId: request.sim.company.managementGroups[0]!.id })
  return { status: 200 }
}

export const managementGroupRoutes: ArmRoute[] = [
  {
    method: 'GET',
    path,
    handle: (request) => pageOf(request, readableGroups(request), pageSize, (group) => presentSummary(request, group)),
  },
  {
    method: 'GET',
    path: `${path}/{groupId}`,
    handle: (request) => ok(present(request, findManagementGroup(request.sim, request.params.groupId!))),
  },
  { method: 'PUT', path: `${path}/{groupId}`, handle: put },
  {
    method: 'GET',
    path: `${path}/{groupId}/subscriptions`,
    handle: (request) => {
      const group = findManagementGroup(request.sim, request.params.groupId!)
      return pageOf(request, membersOf(request.sim, group), pageSize, (each) => presentMember(request, group, each))
    },
  },
  { method: 'GET', path: `${path}/{groupId}/subscriptions/{subscriptionId}`, handle: getMember },
  { method: 'PUT', path: `${path}/{groupId}/subscriptions/{subscriptionId}`, handle: putMember },
  { method: 'DELETE', path: `${path}/{groupId}/subscriptions/{subscriptionId}`, handle: deleteMember },
]
