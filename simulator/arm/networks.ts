import type { Simulator } from '../core/simulator.ts'
import { contains, overlap, parseRange } from './addressRange.ts'
import { ArmError } from './armError.ts'
import { type ArmReply, type ArmRequest, type ArmRoute, listOf, ok } from './armRoute.ts'
import { authorizeLinked } from './authorization.ts'
import { makePeering, makeSubnet, type NetworkProperties, type Peering } from './companyNetworks.ts'
import { acceptedAtLocation } from './operations.ts'
import { planOutcome } from './outcome.ts'
import { pageOf } from './paging.ts'
import { parseResourceId, type SimResource } from './resource.ts'
import { findGroup, findResource, listResources, lookUpResource, saveResource } from './resourceStore.ts'
import { presentResource, writeResource } from './resources.ts'
import { findSubscription, findWritableSubscription, lookUpSubscription } from './subscriptionStore.ts'
import { checkTags, type Tags } from './tagRules.ts'

type Network = SimResource & { properties: NetworkProperties }

const networkType = 'microsoft.network/virtualnetworks'
const pageSize = 250

function isNetwork(resource: SimResource): resource is Network {
  return resource.type.toLowerCase() === networkType
}

function networkOf(request: ArmRequest): Network {
  const { subscriptionId, resourceGroupName, networkName } = request.params
  const id = `/subscriptions/${subscriptionId}/resourceGroups/${resourceGroupName}/providers/Microsoft.Network/virtualNetworks/${networkName}`
  return findResource(request.sim, id) as Network
}

function list(request: ArmRequest): ArmReply {
  const subscription = findSubscription(request.sim, request.params.subscriptionId!)
  const name = request.params.resourceGroupName
  if (name !== undefined) findGroup(request.sim, subscription, name)
  const networks = listResources(request.sim, subscription)
    .filter(isNetwork)
    .filter((network) => name === undefined || parseResourceId(network.id)!.resourceGroup.toLowerCase() === name.toLowerCase())
  return pageOf(request, networks, pageSize, (network) => presentNetwork(request, network))
}

function listPublicAddresses(request: ArmRequest): ArmReply {
  const subscription = findSubscription(request.sim, request.params.subscriptionId!)
  const addresses = listResources(request.sim, subscription).filter(
    ({ type }) => type.toLowerCase() === 'microsoft.network/publicipaddresses',
  )
  return pageOf(request, addresses, pageSize, presentResource)
}

/** Includes the state of each peering. A hub's thousand peerings are shown as stored, because each spoke would have to be generated. */
function presentNetwork(request: ArmRequest, network: Network) {
  const { virtualNetworkPeerings } = network.properties
  if (virtualNetworkPeerings.length > 20) return presentResource(network)
  const peerings = virtualNetworkPeerings.map((each) => peeringState(request, network.id, each))
  return presentResource({ ...network, properties: { ...network.properties, virtualNetworkPeerings: peerings } })
}

interface ChildBody {
  name?: string
  properties?: Record<string, unknown> & { addressPrefix?: string; addressPrefixes?: string[] }
}

function put(request: ArmRequest): ArmReply {
  const { sim, path } = request
  const parts = parseResourceId(path)!
  findGroup(sim, findWritableSubscription(sim, parts.subscriptionId), parts.resourceGroup)
  const body = request.body as { location?: string; tags?: Tags; properties?: Partial<NetworkProperties> & { subnets?: ChildBody[] } }
  const prefixes = body.properties?.addressSpace?.addressPrefixes ?? []
  if (!body.location) throw new ArmError(400, 'LocationRequired', 'The location property is required for this definition.')
  if (prefixes.length === 0)
    throw new ArmError(
      400,
      'InvalidRequestFormat',
      'Cannot parse the request: the address space of a virtual network needs at least one prefix.',
    )
  for (const prefix of prefixes) {
    if (!parseRange(prefix))
      throw new ArmError(400, 'InvalidCIDRNotation', `The address prefix ${prefix} in resource ${path} has an invalid CIDR notation.`)
  }
  const existingNetwork = lookUpResource(sim, path) as Network | undefined
  const subnets = (body.properties?.subnets ?? existingNetwork?.properties.subnets ?? []).map((subnet) =>
    makeSubnet(path, subnet.name ?? 'default', checkSubnet(path, subnet, prefixes)),
  )
  const now = sim.clock.now().toISOString()
  const network: Network = {
    id: existingNetwork?.id ?? path,
    name: parts.name,
    type: 'Microsoft.Network/virtualNetworks',
    location: body.location.toLowerCase().replaceAll(' ', ''),
    tags: checkTags(body.tags ?? {}),
    properties: {
      enableDdosProtection: false,
      ...body.properties,
      addressSpace: { addressPrefixes: prefixes },
      subnets,
      virtualNetworkPeerings: existingNetwork?.properties.virtualNetworkPeerings ?? [],
    },
    createdTime: existingNetwork?.createdTime ?? now,
    changedTime: now,
  }
  return writeResource(request, network, existingNetwork !== undefined)
}

function checkSubnet(networkId: string, subnet: ChildBody, prefixes: string[]): Record<string, unknown> {
  const properties = subnet.properties ?? {}
  for (const input of properties.addressPrefixes ?? [properties.addressPrefix ?? '']) {
    if (prefixes.some((prefix) => contains(prefix, input))) continue
    throw new ArmError(
      400,
      'NetcfgInvalidSubnet',
      `Subnet '${subnet.name}' is not valid in virtual network '${networkId.split('/').at(-1)}'.`,
    )
  }
  return properties
}

function subnets(request: ArmRequest): ArmReply {
  return listOf(networkOf(request).properties.subnets)
}

function child<T extends { name: string }>(request: ArmRequest, children: T[]): T {
  const name = request.params.childName!
  const match = children.find((each) => each.name.toLowerCase() === name.toLowerCase())
  if (match) return match
  throw new ArmError(404, 'NotFound', `Resource ${request.path} not found.`)
}

function remoteOf(sim: Simulator, peering: Peering): Network | undefined {
  const { id } = peering.properties.remoteVirtualNetwork as { id: string }
  return lookUpSubscription(sim, id.split('/')[2] ?? '') && (lookUpResource(sim, id) as Network | undefined)
}

function peeringBack(remote: Network, networkId: string): Peering | undefined {
  return remote.properties.virtualNetworkPeerings.find(
    (each) => (each.properties.remoteVirtualNetwork as { id: string }).id.toLowerCase() === networkId.toLowerCase(),
  )
}

const isDisconnected = ({ properties }: Peering) => properties.peeringState === 'Disconnected'

/** A peering is connected when both sides exist. If one side is deleted, the other stays disconnected until it is written again. */
function peeringState({ sim }: ArmRequest, networkId: string, peering: Peering): Peering {
  const remote = remoteOf(sim, peering)
  const state = !remote || isDisconnected(peering) ? 'Disconnected' : peeringBack(remote, networkId) ? 'Connected' : 'Initiated'
  return { ...peering, properties: { ...peering.properties, peeringState: state } }
}

/** Source: https://github.com/hashicorp/terraform-provider-azurerm/issues/14051 */
function rejectDisconnected(peeringId: string, networkId: string, remote: Network): void {
  const remotePeering = peeringBack(remote, networkId)
  if (!remotePeering || !isDisconnected(remotePeering)) return
  throw new ArmError(
    400,
    'RemotePeeringIsDisconnected',
    `Cannot create or update peering ${peeringId} because remote peering ${remotePeering.id} referencing parent virtual network ${networkId} is in Disconnected state. Update or re-create the remote peering to get it back to Initiated state. Peering gets Disconnected when remote vnet or remote peering is deleted and re-created.`,
  )
}

function putPeering(request: ArmRequest): ArmReply {
  const { sim } = request
  const network = networkOf(request)
  findWritableSubscription(sim, request.params.subscriptionId!)
  const name = request.params.childName!
  const properties = (request.body.properties ?? {}) as Record<string, unknown> & { remoteVirtualNetwork?: { id?: string } }
  const remoteId = properties.remoteVirtualNetwork?.id ?? ''
  const remote =
    parseResourceId(remoteId) && lookUpSubscription(sim, parseResourceId(remoteId)!.subscriptionId)
      ? (lookUpResource(sim, remoteId) as Network | undefined)
      : undefined
  if (!remote) {
    throw new ArmError(
      400,
      'InvalidResourceReference',
      `Resource ${remoteId} referenced by resource ${request.path} was not found. Please make sure that the referenced resource exists, and that both resources are in the same region.`,
    )
  }
  authorizeLinked(request, {
    action: 'Microsoft.Network/virtualNetworks/peer/action',
    scope: remote.id,
    writing: 'Microsoft.Network/virtualNetworks/virtualNetworkPeerings/write',
  })
  rejectOverlap(request.path, network, remote, name)
  rejectDisconnected(request.path, network.id, remote)
  const otherPeerings = network.properties.virtualNetworkPeerings.filter((each) => each.name.toLowerCase() !== name.toLowerCase())
  const peering = makePeering(network.id, name, remote.id, remote.properties.addressSpace.addressPrefixes, {
    ...properties,
    peeringState: 'Connected',
  })
  const updated: Network = { ...network, properties: { ...network.properties, virtualNetworkPeerings: [...otherPeerings, peering] } }
  const hasExisted = otherPeerings.length < network.properties.virtualNetworkPeerings.length
  const { status, headers } = writeResource(request, updated, hasExisted)
  const visible = peeringState(request, network.id, peering)
  return { status, headers: headers ?? {}, body: { ...visible, properties: { ...visible.properties, provisioningState: 'Updating' } } }
}

function rejectOverlap(peeringId: string, network: Network, remote: Network, name: string): void {
  const ownPrefixes = network.properties.addressSpace.addressPrefixes
  const remotePrefixes = remote.properties.addressSpace.addressPrefixes
  const conflictingNames = ownPrefixes.flatMap((prefix) =>
    remotePrefixes.filter((each) => overlap(prefix, each)).map((each) => `${prefix}, ${each}`),
  )
  if (conflictingNames.length > 0) {
    throw new ArmError(
      400,
      'VnetAddressSpacesOverlap',
      `Cannot create or update peering ${peeringId}. Virtual networks ${network.id} and ${remote.id} cannot be peered because their address spaces overlap. Overlapping address prefixes: ${conflictingNames.join(', ')}`,
    )
  }
  for (const peering of network.properties.virtualNetworkPeerings) {
    const { id } = peering.properties.remoteVirtualNetwork as { id: string }
    const { addressPrefixes } = peering.properties.remoteAddressSpace as { addressPrefixes: string[] }
    if (peering.name.toLowerCase() === name.toLowerCase() || id.toLowerCase() === remote.id.toLowerCase()) continue
    const overlappingPrefixes = addressPrefixes.filter((prefix) => remotePrefixes.some((each) => overlap(prefix, each)))
    if (overlappingPrefixes.length > 0) {
      throw new ArmError(
        400,
        'VnetAddressSpaceOverlapsWithAlreadyPeeredVnet',
        `Cannot create or update peering ${peeringId}. Virtual network ${network.id} cannot be peered with ${remote.id} because the address space of the latter overlaps with that of ${id}, already peered. Overlapping address prefixes: ${overlappingPrefixes.join(', ')}`,
      )
    }
  }
}

function deletePeering(request: ArmRequest): ArmReply {
  const network = networkOf(request)
  const name = request.params.childName!.toLowerCase()
  const peering = network.properties.virtualNetworkPeerings.find((each) => each.name.toLowerCase() === name)
  if (!peering) return { status: 204 }
  const withPeerings = (updated: Network, virtualNetworkPeerings: Peering[]) =>
    saveResource(request.sim, { ...updated, properties: { ...updated.properties, virtualNetworkPeerings } })
  withPeerings(
    network,
    network.properties.virtualNetworkPeerings.filter((each) => each !== peering),
  )
  const remote = remoteOf(request.sim, peering)
  const remotePeering = remote && peeringBack(remote, network.id)
  if (remotePeering) {
    const disconnectedPeering = { ...remotePeering, properties: { ...remotePeering.properties, peeringState: 'Disconnected' } }
    withPeerings(
      remote,
      remote.properties.virtualNetworkPeerings.map((each) => (each === remotePeering ? disconnectedPeering : each)),
    )
  }
  return acceptedAtLocation(request, planOutcome(request.sim, request.asyncOutcome), request.params.subscriptionId!)
}

function peering(request: ArmRequest): ArmReply {
  const network = networkOf(request)
  return ok(peeringState(request, network.id, child(request, network.properties.virtualNetworkPeerings)))
}

function peerings(request: ArmRequest): ArmReply {
  const network = networkOf(request)
  return pageOf(request, network.properties.virtualNetworkPeerings, pageSize, (each) => peeringState(request, network.id, each))
}

const subscriptionPath = '/subscriptions/{subscriptionId}'
const base = `${subscriptionPath}/resourceGroups/{resourceGroupName}/providers/Microsoft.Network/virtualNetworks`

export const networkRoutes: ArmRoute[] = [
  { method: 'GET', path: `${subscriptionPath}/providers/Microsoft.Network/virtualNetworks`, handle: list },
  { method: 'GET', path: `${subscriptionPath}/providers/Microsoft.Network/publicIPAddresses`, handle: listPublicAddresses },
  { method: 'GET', path: base, handle: list },
  { method: 'PUT', path: `${base}/{networkName}`, handle: put },
  { method: 'GET', path: `${base}/{networkName}/subnets`, handle: subnets },
  {
    method: 'GET',
    path: `${base}/{networkName}/subnets/{childName}`,
    handle: (request) => ok(child(request, networkOf(request).properties.subnets)),
  },
  { method: 'GET', path: `${base}/{networkName}/virtualNetworkPeerings`, handle: peerings },
  { method: 'GET', path: `${base}/{networkName}/virtualNetworkPeerings/{childName}`, handle: peering },
  { method: 'PUT', path: `${base}/{networkName}/virtualNetworkPeerings/{childName}`, handle: putPeering },
  { method: 'DELETE', path: `${base}/{networkName}/virtualNetworkPeerings/{childName}`, handle: deletePeering },
]
