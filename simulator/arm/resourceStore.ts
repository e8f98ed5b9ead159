import type { Simulator } from '../core/simulator.ts'
import { ArmError } from './armError.ts'
import { topologyOf } from './companyResources.ts'
import { type Outcome, progressOf } from './outcome.ts'
import { withPower } from './powerState.ts'
import { parseResourceId, type SimResource, type SimResourceGroup } from './resource.ts'
import { findSubscription, type SimSubscription } from './subscriptionStore.ts'

interface StoredResource {
  resource: SimResource
  write?: Outcome
  deletion?: Outcome
}

interface StoredGroup {
  group: SimResourceGroup
  deletion?: Outcome
  /** All resources that were in the group at this time were deleted with it. */
  emptiedAt?: string
}

function resourceChanges(sim: Simulator) {
  return sim.state.collection<StoredResource>('arm.resources')
}

function groupChanges(sim: Simulator) {
  return sim.state.collection<StoredGroup>('arm.resourceGroups')
}

function groupKey(subscriptionId: string, name: string): string {
  return `${subscriptionId}/${name}`.toLowerCase()
}

function findTopology(sim: Simulator, subscription: SimSubscription) {
  return topologyOf(sim, subscription.subscriptionId, subscription.account)
}

export type LiveGroup = SimResourceGroup & { provisioningState: string }

function liveGroup(sim: Simulator, { group, deletion }: StoredGroup): LiveGroup | undefined {
  const progress = deletion && progressOf(sim, deletion)
  return progress === 'succeeded' ? undefined : { ...group, provisioningState: progress === 'running' ? 'Deleting' : 'Succeeded' }
}

export function listGroups(sim: Simulator, subscription: SimSubscription): LiveGroup[] {
  const groups = new Map<string, LiveGroup>()
  for (const group of findTopology(sim, subscription).groups)
    groups.set(group.name.toLowerCase(), { ...group, provisioningState: 'Succeeded' })
  for (const storedGroup of groupChanges(sim).values(`${subscription.subscriptionId}/`)) {
    const liveResources = liveGroup(sim, storedGroup)
    if (liveResources) groups.set(liveResources.name.toLowerCase(), liveResources)
    else groups.delete(storedGroup.group.name.toLowerCase())
  }
  return [...groups.values()].sort((a, b) => a.name.localeCompare(b.name))
}

export function lookUpGroup(sim: Simulator, subscription: SimSubscription, name: string): LiveGroup | undefined {
  const storedGroup = groupChanges(sim).get(groupKey(subscription.subscriptionId, name))
  if (storedGroup) return liveGroup(sim, storedGroup)
  const group = findTopology(sim, subscription).groups.find((each) => each.name.toLowerCase() === name.toLowerCase())
  return group && { ...group, provisioningState: 'Succeeded' }
}

export function findGroup(sim: Simulator, subscription: SimSubscription, name: string): LiveGroup {
  const group = lookUpGroup(sim, subscription, name)
  if (!group) throw new ArmError(404, 'ResourceGroupNotFound', `Resource group '${name}' could not be found.`)
  return group
}

export function saveGroup(sim: Simulator, subscription: SimSubscription, group: SimResourceGroup): void {
  const key = groupKey(subscription.subscriptionId, group.name)
  const stateBefore = groupChanges(sim).get(key)
  const emptiedAt = stateBefore?.deletion?.endsAt ?? stateBefore?.emptiedAt
  groupChanges(sim).set(key, { group, ...(emptiedAt ? { emptiedAt } : {}) })
}

export function deleteGroup(sim: Simulator, subscription: SimSubscription, group: LiveGroup, deletion: Outcome): void {
  const key = groupKey(subscription.subscriptionId, group.name)
  const { provisioningState: _, ...remaining } = group
  groupChanges(sim).set(key, { ...groupChanges(sim).get(key), group: remaining, deletion })
}

/** Returns when the last group of this name was deleted, with everything in it. @param key a scope in lower case */
export function groupSince(sim: Simulator, key: string): string | undefined {
  const [, , subscriptionId, , name] = key.split('/')
  return name === undefined ? undefined : groupChanges(sim).get(`${subscriptionId}/${name}`)?.emptiedAt
}

function groupFilter(sim: Simulator, subscription: SimSubscription): (resource: SimResource, isStored: boolean) => boolean {
  const changes = new Map(
    groupChanges(sim)
      .values(`${subscription.subscriptionId}/`)
      .map((stored) => [stored.group.name.toLowerCase(), stored]),
  )
  if (changes.size === 0) return () => true
  return (resource, isStored) => {
    const stored = changes.get(resource.id.split('/')[4]!.toLowerCase())
    if (!stored) return true
    if (!liveGroup(sim, stored)) return false
    return stored.emptiedAt === undefined || (isStored && resource.createdTime > stored.emptiedAt)
  }
}

function liveResource(sim: Simulator, { resource, write, deletion }: StoredResource): SimResource | undefined {
  const deletionProgress = deletion && progressOf(sim, deletion)
  if (deletionProgress === 'succeeded') return undefined
  const writeProgress = progressOf(sim, write)
  const state =
    deletionProgress === 'running'
      ? 'Deleting'
      : writeProgress === 'running'
        ? 'Updating'
        : writeProgress === 'failed'
          ? 'Failed'
          : 'Succeeded'
  return { ...resource, properties: { ...resource.properties, provisioningState: state } }
}

export function listResources(sim: Simulator, subscription: SimSubscription): SimResource[] {
  const { resources } = findTopology(sim, subscription)
  const changes = resourceChanges(sim).values(`/subscriptions/${subscription.subscriptionId}/`)
  const isInGroup = groupFilter(sim, subscription)
  const changesById = new Map(changes.map((stored) => [stored.resource.id.toLowerCase(), stored]))
  const untouched = changesById.size === 0 ? resources : resources.filter((resource) => !changesById.has(resource.id.toLowerCase()))
  const liveResources = changes.map((stored) => liveResource(sim, stored)).filter((resource) => resource !== undefined)
  return [
    ...untouched.filter((resource) => isInGroup(resource, false)),
    ...liveResources.filter((resource) => isInGroup(resource, true)),
  ].map((resource) => withPower(sim, resource))
}

export function everyResource(sim: Simulator, subscription: SimSubscription): { resource: SimResource; until?: string }[] {
  const prefix = `/subscriptions/${subscription.subscriptionId}/`
  const changesById = new Map(
    resourceChanges(sim)
      .values(prefix)
      .map((stored) => [stored.resource.id.toLowerCase(), stored]),
  )
  const untouched = findTopology(sim, subscription).resources.filter(({ id }) => !changesById.has(id.toLowerCase()))
  const groups = new Map(
    groupChanges(sim)
      .values(`${subscription.subscriptionId}/`)
      .map((stored) => [stored.group.name.toLowerCase(), stored]),
  )
  return [...untouched.map((resource) => ({ resource })), ...changesById.values()].map(({ resource, ...stored }: StoredResource) => {
    const group = groups.get(resource.id.split('/')[4]!.toLowerCase())
    const ends = [findEndTime(sim, stored.deletion), findEndTime(sim, group?.deletion), group?.emptiedAt].filter(
      (timestamp): timestamp is string => timestamp !== undefined && timestamp >= resource.createdTime,
    )
    return { resource, ...(ends.length > 0 ? { until: ends.toSorted()[0]! } : {}) }
  })
}

function findEndTime(sim: Simulator, deletion: Outcome | undefined): string | undefined {
  return deletion && progressOf(sim, deletion) === 'succeeded' ? deletion.endsAt! : undefined
}

export function lookUpResource(sim: Simulator, id: string): SimResource | undefined {
  const parts = parseResourceId(id)
  if (!parts) return undefined
  const subscription = findSubscription(sim, parts.subscriptionId)
  const key = id.toLowerCase()
  const storedResource = resourceChanges(sim).get(key)
  const resource = storedResource
    ? liveResource(sim, storedResource)
    : findTopology(sim, subscription).resources.find((each) => each.id.toLowerCase() === key)
  return resource && groupFilter(sim, subscription)(resource, storedResource !== undefined) ? withPower(sim, resource) : undefined
}

export function findResource(sim: Simulator, id: string): SimResource {
  const parts = parseResourceId(id)
  if (!parts) throw new ArmError(404, 'InvalidResourceId', `'${id}' is not the id of a resource.`)
  findGroup(sim, findSubscription(sim, parts.subscriptionId), parts.resourceGroup)
  const resource = lookUpResource(sim, id)
  if (resource) return resource
  throw new ArmError(
    404,
    'ResourceNotFound',
    `The Resource '${parts.type}/${parts.name}' under resource group '${parts.resourceGroup}' was not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix`,
  )
}

export function saveResource(sim: Simulator, resource: SimResource, write?: Outcome): void {
  resourceChanges(sim).set(resource.id.toLowerCase(), { resource, ...(write ? { write } : {}) })
}

export function deleteResource(sim: Simulator, resource: SimResource, deletion: Outcome): void {
  resourceChanges(sim).set(resource.id.toLowerCase(), { resource, deletion })
}
