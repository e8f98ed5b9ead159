import { type Static, Type } from 'typebox'
import { maxSubscriptionsAQuery } from '../../../clients/arm/armResourceGraph.ts'
import type { Clients } from '../../../clients/clients.ts'
import { MeteredResourceFacts } from './meters.ts'

const Text = Type.Optional(Type.Union([Type.String(), Type.Null()]))
const { power: _, ...seenProperties } = MeteredResourceFacts.properties
const Row = Type.Object({
  ...seenProperties,
  subscriptionId: Type.String(),
  resourceGroup: Text,
  machine: Text,
  cluster: Text,
  state: Text,
})
const SetMachine = Type.Object({ id: Type.String(), machine: Text })
const Container = Type.Object({ id: Type.String(), subscriptionId: Type.String() })

const everything = `resources | project id, name, type, location, kind, sku, subscriptionId, resourceGroup,
  vmSize = properties.hardwareProfile.vmSize, osType = properties.storageProfile.osDisk.osType,
  machine = properties.extended.instanceView.powerState.code, cluster = properties.powerState.code, state = properties.state,
  diskSizeGB = properties.diskSizeGB, storageGB = properties.storage.storageSizeGB, pools = properties.agentPoolProfiles`
const scaleSet = 'microsoft.compute/virtualmachinescalesets'
const setMachines = `computeresources | where type =~ '${scaleSet}/virtualmachines' | project id, machine = properties.extended.instanceView.powerState.code`
const subscriptionsSeen = "resourcecontainers | where type =~ 'microsoft.resources/subscriptions' | project id, subscriptionId"

export interface Place {
  subscription_id: string
  resource_group: string | null
}

export function placeKey({ subscription_id, resource_group }: Place): string {
  return `${subscription_id}/${resource_group ?? ''}`.toLowerCase()
}

/** Reads the resources of each place. A place whose subscription Azure doesn’t show is left out, because it need not be empty. */
export async function lookAt(
  { arm }: Pick<Clients, 'arm'>,
  scopes: readonly Place[],
  signal?: AbortSignal,
): Promise<Map<string, MeteredResourceFacts[]>> {
  const subscriptions = [...new Set(scopes.map(({ subscription_id }) => subscription_id))].slice(0, maxSubscriptionsAQuery)
  if (subscriptions.length === 0) return new Map()
  const visible = new Set<string>()
  const found = new Map<string, MeteredResourceFacts[]>(scopes.map((place) => [placeKey(place), []]))
  const sets: MeteredResourceFacts[] = []
  for await (const row of arm.readResourceGraph(subscriptions, everything, Row, signal)) {
    const at = `${row.subscriptionId}/`.toLowerCase()
    visible.add(row.subscriptionId.toLowerCase())
    const inPlace = found.get(`${at}${(row.resourceGroup ?? '').toLowerCase()}`) ?? found.get(at)
    if (!inPlace) continue
    const seen = seenOf(row)
    inPlace.push(seen)
    if (row.type.toLowerCase() === scaleSet) sets.push(seen)
  }
  if (sets.length > 0) await lookAtMachines(sets)
  await leaveOutUnseen()
  return found

  /** Resource Graph silently skips subscriptions that Slipway can’t see. */
  async function leaveOutUnseen(): Promise<void> {
    const doubtful = subscriptions.filter((id) => !visible.has(id.toLowerCase()))
    if (doubtful.length === 0) return
    for await (const { subscriptionId } of arm.readResourceGraph(doubtful, subscriptionsSeen, Container, signal))
      visible.add(subscriptionId.toLowerCase())
    for (const place of scopes) if (!visible.has(place.subscription_id.toLowerCase())) found.delete(placeKey(place))
  }

  /** A scale set doesn’t report whether its machines run. */
  async function lookAtMachines(wanted: MeteredResourceFacts[]): Promise<void> {
    const running = new Map<string, number>()
    for await (const { id, machine } of arm.readResourceGraph(subscriptions, setMachines, SetMachine, signal)) {
      const set = id.toLowerCase().split('/virtualmachines/')[0]!
      const runs = machine?.toLowerCase() !== 'powerstate/deallocated'
      running.set(set, (running.get(set) ?? 0) + (runs ? 1 : 0))
    }
    for (const seen of wanted) {
      const count = running.get(seen.id.toLowerCase())
      if (count !== undefined) seen.sku = { ...seen.sku, capacity: count }
    }
  }
}

function seenOf({ subscriptionId: _s, resourceGroup: _g, machine, cluster, state, ...row }: Static<typeof Row>): MeteredResourceFacts {
  return { ...row, power: machine ?? cluster ?? state ?? null }
}
