import { seededRandom } from '../../sample/seededRandom.ts'
import type { SampleAccount } from '../../sample/shapes.ts'
import { regions } from '../../sample/topology.ts'
import type { Simulator } from '../core/simulator.ts'
import { subRange } from './addressRange.ts'
import type { NetworkTopology } from './networkTopology.ts'
import type { SimResource } from './resource.ts'
import type { ResourceTemplate } from './resourceTemplates.ts'

/** Azure reserves the first four addresses of a subnet and the last. */
const reservedAddresses = 5

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

const isPeered = (account: SampleAccount): boolean => account.network.connectivity === 'corporate' && account.status !== 'decommissioned'

/** Accounts that are open to the internet have no range of the corporate network. Their networks are apart, so they can overlap. */
const internetRange = '172.16.0.0/22'

export function networkOf(sim: Simulator, account: SampleAccount, workload: ResourceTemplate[]): SimResource | undefined {
  if (account.network.connectivity === 'none') return undefined
  const id = networkId(account)
  const prefixes = account.network.connectivity === 'internet' ? [internetRange] : account.network.addressSpaces
  const hubId = sim.company.hub.networks[account.region]
  const peerings =
    isPeered(account) && hubId ? [makePeering(id, 'peer-to-hub', hubId, [hubSpace(account.region)], { useRemoteGateways: true })] : []
  return network(id, account.region, account.tags, account.createdAt, {
    addressSpace: { addressPrefixes: prefixes },
    subnets: subnetsOf(account, id, prefixes[0]!, workload),
    virtualNetworkPeerings: peerings,
  })
}

function subnetsOf(account: SampleAccount, networkPath: string, space: string, workload: ResourceTemplate[]): Subnet[] {
  const random = seededRandom(`subnets/${account.id}`)
  const bits = Number(space.split('/')[1]) + 2
  const usableCount = 2 ** (32 - bits) - reservedAddresses
  const siblingOf = (type: string, name: string) => ({ id: networkPath.replace(/virtualNetworks\/.*/, `${type}/${name}`) })
  const guardedSubnet = { networkSecurityGroup: siblingOf('networkSecurityGroups', `nsg-${account.name}-app`) }
  const routeTableReference = isPeered(account) ? { routeTable: siblingOf('routeTables', `rt-${account.name}`) } : {}
  const interfaces = workload.filter(({ type }) => type === 'Microsoft.Network/networkInterfaces').map(({ name }) => name)
  const usedCount = random.chance(0.08)
    ? usableCount - interfaces.length - random.int(0, 2)
    : random.int(1, Math.max(1, Math.floor(usableCount / 3)))
  const filledCount = (names: string[]) => ({
    ipConfigurations: names
      .slice(0, usableCount)
      .map((name) => ({ id: `${siblingOf('networkInterfaces', name).id.replace('-network/', '-app/')}/ipConfigurations/ipconfig1` })),
  })
  const numberedNames = (prefix: string, count: number) =>
    Array.from({ length: Math.max(0, count) }, (_, index) => `${prefix}-${index + 1}`)
  const service = random.pick([undefined, 'Microsoft.Web/serverFarms', 'Microsoft.DBforPostgreSQL/flexibleServers'])
  const delegations = service
    ? [
        {
          id: `${networkPath}/subnets/snet-data/delegations/${service.split('.')[1]!.split('/')[0]}`,
          name: 'delegation',
          properties: { serviceName: service, provisioningState: 'Succeeded' },
        },
      ]
    : []
  const part = (name: string, index: number, properties: Record<string, unknown>) =>
    makeSubnet(networkPath, name, { addressPrefix: subRange(space, bits, index), ...properties })
  return [
    part('snet-app', 0, {
      ...guardedSubnet,
      ...routeTableReference,
      ...filledCount([...interfaces, ...numberedNames('nic-app', usedCount)]),
    }),
    part('snet-data', 1, {
      ...guardedSubnet,
      ...routeTableReference,
      delegations,
      ...filledCount(numberedNames('nic-data', random.int(0, Math.min(20, usableCount)))),
    }),
    part('snet-private-endpoints', 2, {
      ...(random.chance(0.8) ? guardedSubnet : {}),
      ...filledCount(numberedNames('nic-pe', random.int(2, 12))),
    }),
  ]
}

const connectivity = { service: 'connectivity' }
const hubsCreatedAt = '2020-01-15T09:00:00.000Z'

function privateZones(sim: Simulator, group: string): SimResource[] {
  const { subscriptionId, privateZones } = sim.company.hub
  const spokeAccounts = sim.company.accounts.filter(isPeered)
  const created = { location: 'global', tags: connectivity, createdTime: hubsCreatedAt, changedTime: hubsCreatedAt }
  return privateZones.flatMap((zone) => {
    const id = `/subscriptions/${subscriptionId}/resourceGroups/${group}/providers/Microsoft.Network/privateDnsZones/${zone}`
    const links = spokeAccounts.map((account) => ({
      ...created,
      id: `${id}/virtualNetworkLinks/link-${account.name}`,
      name: `link-${account.name}`,
      type: 'Microsoft.Network/privateDnsZones/virtualNetworkLinks',
      properties: {
        provisioningState: 'Succeeded',
        registrationEnabled: false,
        virtualNetworkLinkState: 'Completed',
        virtualNetwork: { id: networkId(account) },
      },
    }))
    const properties = { provisioningState: 'Succeeded', numberOfVirtualNetworkLinks: links.length }
    return [{ ...created, id, name: zone, type: 'Microsoft.Network/privateDnsZones', properties }, ...links]
  })
}

export function hubNetworks(sim: Simulator): NetworkTopology {
  const regions = Object.entries(sim.company.hub.networks)
  const zones = { name: 'rg-hub-dns', location: regions[0]![0], tags: connectivity }
  return {
    groups: [...regions.map(([region]) => ({ name: `rg-hub-${region}`, location: region, tags: connectivity })), zones],
    resources: [
      ...regions.map(([region, id]) => {
        const space = hubSpace(region)
        const spokeAccounts = sim.company.accounts.filter((account) => account.region === region && isPeered(account))
        return network(id, region, connectivity, hubsCreatedAt, {
          addressSpace: { addressPrefixes: [space] },
          subnets: [
            makeSubnet(id, 'AzureFirewallSubnet', { addressPrefix: subRange(space, 26, 0) }),
            makeSubnet(id, 'GatewaySubnet', { addressPrefix: subRange(space, 26, 1) }),
          ],
          virtualNetworkPeerings: spokeAccounts.map((account) =>
            makePeering(id, `peer-to-${account.name}`, networkId(account), account.network.addressSpaces, { allowGatewayTransit: true }),
          ),
        })
      }),
      ...privateZones(sim, zones.name),
    ],
  }
}
