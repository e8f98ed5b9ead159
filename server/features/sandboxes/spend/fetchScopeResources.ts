import { type Static, Type } from 'typebox'
import { maxSubscriptionsPerQuery } from '../../../clients/arm/armResourceGraph.ts'
import type { Clients } from '../../../clients/clients.ts'
import { OptionalNullableString } from '../../../clients/shape.ts'
import { MeteredResourceFacts } from './meters.ts'

const { power: _, ...seenProperties } = MeteredResourceFacts.properties
const Row = Type.Object({
  ...seenProperties,
  subscriptionId: Type.String(),
  resourceGroup: OptionalNullableString,
  machine: OptionalNullableString,
  cluster: OptionalNullableString,
  state: OptionalNullableString,
})
const SetMachine = Type.Object({ id: Type.String(), machine: OptionalNullableString })
const Container = Type.Object({ id: Type.String(), subscriptionId: Type.String() })

const resourcesQuery = `resources | project id, name, type, location, kind, sku, subscriptionId, resourceGroup,
  vmSize = properties.hardwareProfile.vmSize, osType = properties.storageProfile.osDisk.osType,
  machine = properties.extended.instanceView.powerState.code, cluster = properties.powerState.code, state = properties.state,
  diskSizeGB = properties.diskSizeGB, storageGB = properties.storage.storageSizeGB, pools = properties.agentPoolProfiles`
const scaleSet = 'microsoft.compute/virtualmachinescalesets'
const setMachines = `computeresources | where type =~ '${scaleSet}/virtualmachines' | project id, machine = properties.extended.instanceView.powerState.code`
const subscriptionsSeen = "resourcecontainers | where type =~ 'microsoft.resources/subscriptions' | project id, subscriptionId"

export interface SandboxScope {
  subscription_id: string
  resource_group: string | null
}

export function toScopeKey({ subscription_id, resource_group }: SandboxScope): string {
  return `${subscription_id}/${resource_group ?? ''}`.toLowerCase()
}

/**
 * Reads the resources of each scope. If Azure doesn’t show the subscription of a scope, the scope is left out, because it might not be
 * empty.
 */
export async function fetchScopeResources(
  { arm }: Pick<Clients, 'arm'>,
  scopes: readonly SandboxScope[],
  signal?: AbortSignal,
): Promise<Map<string, MeteredResourceFacts[]>> {
  const subscriptions = [...new Set(scopes.map(({ subscription_id }) => subscription_id))].slice(0, maxSubscriptionsPerQuery)
  if (subscriptions.length === 0) return new Map()
  const visibleSubscriptions = new Set<string>()
  const resourcesByScope = new Map<string, MeteredResourceFacts[]>(scopes.map((scope) => [toScopeKey(scope), []]))
  const scaleSets: MeteredResourceFacts[] = []
  for await (const row of arm.readResourceGraph(subscriptions, resourcesQuery, Row, signal)) {
    const scopeKey = `${row.subscriptionId}/`.toLowerCase()
    visibleSubscriptions.add(row.subscriptionId.toLowerCase())
    const resourcesInGroup = resourcesByScope.get(`${scopeKey}${(row.resourceGroup ?? '').toLowerCase()}`) ?? resourcesByScope.get(scopeKey)
    if (!resourcesInGroup) continue
    const resource = toResourceFacts(row)
    resourcesInGroup.push(resource)
    if (row.type.toLowerCase() === scaleSet) scaleSets.push(resource)
  }
  if (scaleSets.length > 0) await fetchMachinePower(scaleSets)
  await removeUnseenScopes()
  return resourcesByScope

  /** Resource Graph silently skips subscriptions that Slipway can’t see. */
  async function removeUnseenScopes(): Promise<void> {
    const unseenSubscriptions = subscriptions.filter((id) => !visibleSubscriptions.has(id.toLowerCase()))
    if (unseenSubscriptions.length === 0) return
    for await (const { subscriptionId } of arm.readResourceGraph(unseenSubscriptions, subscriptionsSeen, Container, signal))
      visibleSubscriptions.add(subscriptionId.toLowerCase())
    for (const scope of scopes)
      if (!visibleSubscriptions.has(scope.subscription_id.toLowerCase())) resourcesByScope.delete(toScopeKey(scope))
  }

  /** A scale set doesn’t say whether its VMs are running. */
  async function fetchMachinePower(meteredResources: MeteredResourceFacts[]): Promise<void> {
    const runningByScope = new Map<string, number>()
    for await (const { id, machine } of arm.readResourceGraph(subscriptions, setMachines, SetMachine, signal)) {
      const scaleSetId = id.toLowerCase().split('/virtualmachines/')[0]!
      const runs = machine?.toLowerCase() !== 'powerstate/deallocated'
      runningByScope.set(scaleSetId, (runningByScope.get(scaleSetId) ?? 0) + (runs ? 1 : 0))
    }
    for (const resource of meteredResources) {
      const count = runningByScope.get(resource.id.toLowerCase())
      if (count !== undefined) resource.sku = { ...resource.sku, capacity: count }
    }
  }
}

function toResourceFacts({
  subscriptionId: _s,
  resourceGroup: _g,
  machine,
  cluster,
  state,
  ...row
}: Static<typeof Row>): MeteredResourceFacts {
  return { ...row, power: machine ?? cluster ?? state ?? null }
}
