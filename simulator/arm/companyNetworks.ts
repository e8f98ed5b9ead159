import type { SampleAccount } from '../../sample/company.ts'
import { regions } from '../../sample/landscape.ts'
import type { Simulator } from '../simulator.ts'
import { subRange } from './addressRange.ts'
import type { Landscape } from './companyResources.ts'
import type { SimResource } from './resource.ts'

/** Address space of a region's hub network: the block before those whose addresses accounts of the region get. */
function hubSpace(region: string): string {
  const blocks = regions.find((each) => each.name === region) ?? regions[0]
  return `10.${blocks.firstOctet - 1}.0.0/16`
}

export interface Peering {
  id: string
  name: string
  type: 'Microsoft.Network/virtualNetworks/virtualNetworkPeerings'
  properties: Record<string, unknown>
}

interface Subnet {
  id: string
  name: string
  type: 'Microsoft.Network/virtualNetworks/subnets'
  properties: Record<string, unknown>
}

export interface NetworkProperties extends Record<string, unknown> {
  addressSpace: { addressPrefixes: string[] }
  subnets: Subnet[]
  virtualNetworkPeerings: Peering[]
}

function networkId(account: SampleAccount): string {
  return `/subscriptions/${account.subscriptionId}/resourceGroups/rg-${account.name}-network/providers/Microsoft.Network/virtualNetworks/vnet-${account.name}`
}

export function makeSubnet(networkPath: string, name: string, properties: Record<string, unknown>): Subnet {
  return {
    id: `${networkPath}/subnets/${name}`,
    name,
    type: 'Microsoft.Network/virtualNetworks/subnets',
    properties: {
      provisioningState: 'Succeeded',
      delegations: [],
      privateEndpointNetworkPolicies: 'Disabled',
      privateLinkServiceNetworkPolicies: 'Enabled',
      ...properties,
    },
  }
}

export function makePeering(
  networkPath: string,
  name: string,
  remoteId: string,
  remotePrefixes: string[],
  properties: Record<string, unknown> = {},
): Peering {
  return {
    id: `${networkPath}/virtualNetworkPeerings/${name}`,
    name,
    type: 'Microsoft.Network/virtualNetworks/virtualNetworkPeerings',
    properties: {
      provisioningState: 'Succeeded',
      peeringState: 'Connected',
      peeringSyncLevel: 'FullyInSync',
      allowVirtualNetworkAccess: true,
      allowForwardedTraffic: true,
      allowGatewayTransit: false,
      useRemoteGateways: false,
      doNotVerifyRemoteGateways: false,
      ...properties,
      remoteVirtualNetwork: { id: remoteId },
      remoteAddressSpace: { addressPrefixes: remotePrefixes },
      remoteVirtualNetworkAddressSpace: { addressPrefixes: remotePrefixes },
    },
  }
}

function network(
  id: string,
  location: string,
  tags: Record<string, string>,
  createdTime: string,
  properties: NetworkProperties,
): SimResource {
  return {
    id,
    name: id.split('/').at(-1)!,
    type: 'Microsoft.Network/virtualNetworks',
    location,
    tags,
    properties: {
      provisioningState: 'Succeeded',
      enableDdosProtection: false,
      dhcpOptions: { dnsServers: ['10.0.0.4', '10.64.0.4'] },
      ...properties,
    },
    createdTime,
    changedTime: createdTime,
  }
}

const peered = (account: SampleAccount): boolean => account.network.connectivity === 'corporate' && account.status !== 'decommissioned'

/** The network of an account: its own address spaces and a peering with its region's hub, or a small private one; none when isolated. */
export function networkOf(sim: Simulator, account: SampleAccount): SimResource | undefined {
  if (account.network.connectivity === 'none') return undefined
  const id = networkId(account)
  const prefixes = account.network.addressSpaces.length > 0 ? account.network.addressSpaces : ['172.16.0.0/22']
  const bits = Number(prefixes[0]!.split('/')[1]) + 2
  const security = { networkSecurityGroup: { id: id.replace(/virtualNetworks\/.*/, `networkSecurityGroups/nsg-${account.name}-app`) } }
  const subnets = ['snet-app', 'snet-data', 'snet-private-endpoints'].map((name, index) =>
    makeSubnet(id, name, { addressPrefix: subRange(prefixes[0]!, bits, index), ...security }),
  )
  const hubId = sim.company.hub.networks[account.region]
  const peerings =
    peered(account) && hubId ? [makePeering(id, 'peer-to-hub', hubId, [hubSpace(account.region)], { useRemoteGateways: true })] : []
  return network(id, account.region, account.tags, account.createdAt, {
    addressSpace: { addressPrefixes: prefixes },
    subnets,
    virtualNetworkPeerings: peerings,
  })
}

/** The connectivity subscription: one hub network per region, peered with the networks of that region's corporate accounts. */
export function hubNetworks(sim: Simulator): Landscape {
  const regions = Object.entries(sim.company.hub.networks)
  return {
    groups: regions.map(([region]) => ({ name: `rg-hub-${region}`, location: region, tags: { service: 'connectivity' } })),
    resources: regions.map(([region, id]) => {
      const space = hubSpace(region)
      const spokes = sim.company.accounts.filter((account) => account.region === region && peered(account))
      return network(id, region, { service: 'connectivity' }, '2020-01-15T09:00:00.000Z', {
        addressSpace: { addressPrefixes: [space] },
        subnets: [
          makeSubnet(id, 'AzureFirewallSubnet', { addressPrefix: subRange(space, 26, 0) }),
          makeSubnet(id, 'GatewaySubnet', { addressPrefix: subRange(space, 26, 1) }),
        ],
        virtualNetworkPeerings: spokes.map((account) =>
          makePeering(id, `peer-to-${account.name}`, networkId(account), account.network.addressSpaces, { allowGatewayTransit: true }),
        ),
      })
    }),
  }
}
