import { type Static, Type } from 'typebox'
import { fetchAllPages } from '../pages.ts'
import type { ExternalRequest, Send } from '../pipeline.ts'
import { OptionalString, OptionalStringArray } from '../shape.ts'
import { apiVersions } from './apiVersions.ts'
import { type Progress, startOrPoll } from './longRunning.ts'

const Reference = Type.Optional(Type.Object({ id: OptionalString }))

const Subnet = Type.Object({
  name: OptionalString,
  id: OptionalString,
  properties: Type.Optional(
    Type.Object({
      addressPrefix: OptionalString,
      addressPrefixes: OptionalStringArray,
      networkSecurityGroup: Reference,
      routeTable: Reference,
      natGateway: Reference,
      delegations: Type.Optional(Type.Array(Type.Object({ properties: Type.Optional(Type.Object({ serviceName: OptionalString })) }))),
      /** Has one entry per address in use. */
      ipConfigurations: Type.Optional(Type.Array(Type.Object({}))),
    }),
  ),
})
export type Subnet = Static<typeof Subnet>

const Peering = Type.Object({
  name: Type.String(),
  id: Type.String(),
  properties: Type.Object({
    /** Initiated, Connected or Disconnected. */
    peeringState: Type.Optional(Type.String()),
    provisioningState: Type.Optional(Type.String()),
    remoteVirtualNetwork: Type.Optional(Type.Object({ id: Type.String() })),
    remoteAddressSpace: Type.Optional(Type.Object({ addressPrefixes: OptionalStringArray })),
    useRemoteGateways: Type.Optional(Type.Boolean()),
  }),
})
type Peering = Static<typeof Peering>

export const VirtualNetwork = Type.Object({
  id: Type.String(),
  name: Type.String(),
  location: Type.String(),
  tags: Type.Optional(Type.Record(Type.String(), Type.String())),
  properties: Type.Object({
    addressSpace: Type.Object({ addressPrefixes: Type.Array(Type.String()) }),
    dhcpOptions: Type.Optional(Type.Object({ dnsServers: OptionalStringArray })),
    provisioningState: Type.Optional(Type.String()),
    subnets: Type.Optional(Type.Array(Subnet)),
    virtualNetworkPeerings: Type.Optional(Type.Array(Peering)),
  }),
})
export type VirtualNetwork = Static<typeof VirtualNetwork>

const PublicAddress = Type.Object({
  id: Type.String(),
  name: Type.String(),
  properties: Type.Optional(
    Type.Object({
      ipAddress: OptionalString,
      ipConfiguration: Reference,
      natGateway: Reference,
      dnsSettings: Type.Optional(Type.Object({ fqdn: OptionalString })),
    }),
  ),
})
export type PublicAddress = Static<typeof PublicAddress>

interface NetworkAddress {
  subscriptionId: string
  resourceGroup: string
  name: string
}

interface NetworkSpec {
  location: string
  addressPrefixes: string[]
  subnets?: { name: string; addressPrefix: string }[]
  tags?: Record<string, string>
}

interface PeeringSpec {
  remoteNetworkId: string
  allowForwardedTraffic?: boolean
  allowGatewayTransit?: boolean
  useRemoteGateways?: boolean
}

export function networkId({ subscriptionId, resourceGroup, name }: NetworkAddress): string {
  const [subscription, group, network] = [subscriptionId, resourceGroup, name].map(encodeURIComponent)
  return `/subscriptions/${subscription}/resourceGroups/${group}/providers/Microsoft.Network/virtualNetworks/${network}`
}

export function armNetwork(send: Send) {
  const query = { 'api-version': apiVersions.network }
  const peeringPath = (id: string, name: string) => `${id}/virtualNetworkPeerings/${encodeURIComponent(name)}`

  function putRequest(address: NetworkAddress, { location, addressPrefixes, subnets = [], tags }: NetworkSpec): ExternalRequest {
    const properties = {
      addressSpace: { addressPrefixes },
      subnets: subnets.map(({ name, addressPrefix }) => ({ name, properties: { addressPrefix } })),
    }
    return { method: 'PUT', path: networkId(address), query, body: { location, tags, properties } }
  }

  function peeringRequest(id: string, name: string, peering: PeeringSpec): ExternalRequest {
    const { remoteNetworkId, allowForwardedTraffic = false, allowGatewayTransit = false, useRemoteGateways = false } = peering
    const properties = {
      remoteVirtualNetwork: { id: remoteNetworkId },
      allowVirtualNetworkAccess: true,
      allowForwardedTraffic,
      allowGatewayTransit,
      useRemoteGateways,
    }
    return { method: 'PUT', path: peeringPath(id, name), query, body: { properties } }
  }

  /** The finished resource doesn't have to be read, because the status says whether the operation succeeded. */
  async function progress(request: ExternalRequest, state?: string): Promise<Progress<undefined>> {
    const operationState = await startOrPoll(send, request, state, { toleratesMissing: true })
    return operationState.done ? { done: true, result: undefined } : operationState
  }

  return {
    /** Starts creating or changing a network, or polls with `state`. The call is idempotent. */
    putVirtualNetwork(address: NetworkAddress, peering: NetworkSpec, state?: string): Promise<Progress<undefined>> {
      return progress(putRequest(address, peering), state)
    },

    async getVirtualNetwork(id: string): Promise<VirtualNetwork | undefined> {
      const reply = await send({ method: 'GET', path: id, query, accept: [404] })
      return reply.status === 404 ? undefined : reply.as(VirtualNetwork)
    },

    listVirtualNetworks(subscriptionId: string): Promise<VirtualNetwork[]> {
      const path = `/subscriptions/${encodeURIComponent(subscriptionId)}/providers/Microsoft.Network/virtualNetworks`
      return fetchAllPages(send, { method: 'GET', path, query }, VirtualNetwork)
    },

    listPublicAddresses(subscriptionId: string): Promise<PublicAddress[]> {
      const path = `/subscriptions/${encodeURIComponent(subscriptionId)}/providers/Microsoft.Network/publicIPAddresses`
      return fetchAllPages(send, { method: 'GET', path, query }, PublicAddress)
    },

    /** Starts one side of a peering from the network with this ID, or polls with `state`. */
    putPeering(id: string, name: string, peering: PeeringSpec, state?: string): Promise<Progress<undefined>> {
      return progress(peeringRequest(id, name, peering), state)
    },

    async getPeering(id: string, name: string): Promise<Peering | undefined> {
      const reply = await send({ method: 'GET', path: peeringPath(id, name), query, accept: [404] })
      return reply.status === 404 ? undefined : reply.as(Peering)
    },
  }
}
