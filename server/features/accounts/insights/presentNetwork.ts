import type { PublicAddress, Subnet, VirtualNetwork } from '../../../clients/arm/armNetwork.ts'
import { type AddressRange, countUsedAddresses, parseRange, usableAddresses } from './addressRange.ts'
import type { Network } from './networkSchemas.ts'
import { groupOfId, lastOfId, subscriptionOfId } from './resourceId.ts'

export interface PeeredAccounts {
  /** The key is the subscription ID in lower case. */
  accounts: ReadonlyMap<string, { id: string; name: string }>
  /** Maps a network ID in lower case to its region. */
  hubs: ReadonlyMap<string, string>
}

const states = new Set(['connected', 'initiated', 'disconnected'])

export function presentNetwork({ id, name, location, properties }: VirtualNetwork, peeredAccounts: PeeredAccounts): Network {
  const { addressSpace, subnets = [], virtualNetworkPeerings = [], dhcpOptions } = properties
  const shownSubnets = subnets.map(presentSubnet)
  const usedAddresses = shownSubnets
    .flatMap(({ prefixes }) => prefixes.map(({ prefix }) => parseRange(prefix)))
    .filter((range): range is AddressRange => range !== undefined)
  return {
    id,
    name,
    location,
    resourceGroup: groupOfId(id),
    dnsServers: dhcpOptions?.dnsServers ?? [],
    addressSpaces: addressSpace.addressPrefixes.map((prefix) => {
      const range = parseRange(prefix)
      return { ...countAddresses(prefix), inSubnets: range ? countUsedAddresses(range, usedAddresses) : null }
    }),
    subnets: shownSubnets.sort((a, b) => (a.prefixes[0]?.first ?? 0) - (b.prefixes[0]?.first ?? 0) || a.name.localeCompare(b.name)),
    peerings: virtualNetworkPeerings
      .map((peering) => {
        const { remoteVirtualNetwork, remoteAddressSpace, peeringState, useRemoteGateways } = peering.properties
        const remote = remoteVirtualNetwork?.id ?? null
        const subscriptionId = remote && subscriptionOfId(remote)
        const state = peeringState?.toLowerCase() ?? ''
        return {
          name: peering.name,
          state: (states.has(state) ? state : 'unknown') as Network['peerings'][number]['state'],
          networkName: remote ? lastOfId(remote) : peering.name,
          networkId: remote,
          subscriptionId,
          hubRegion: peeredAccounts.hubs.get(remote?.toLowerCase() ?? '') ?? null,
          account: peeredAccounts.accounts.get(subscriptionId?.toLowerCase() ?? '') ?? null,
          remotePrefixes: remoteAddressSpace?.addressPrefixes ?? [],
          usesRemoteGateway: useRemoteGateways ?? false,
        }
      })
      .sort((a, b) => a.name.localeCompare(b.name)),
  }
}

function countAddresses(prefix: string) {
  const range = parseRange(prefix)
  return { prefix, first: range?.first ?? null, size: range?.size ?? null }
}

function presentSubnet({ name, id, properties = {} }: Subnet): Network['subnets'][number] {
  const {
    addressPrefix,
    addressPrefixes,
    networkSecurityGroup,
    routeTable,
    natGateway,
    delegations = [],
    ipConfigurations = [],
  } = properties
  const prefixes = addressPrefixes ?? (addressPrefix ? [addressPrefix] : [])
  const usableAddressCount = usableAddresses(prefixes)
  const usedAddressCount = ipConfigurations.length
  return {
    name: name ?? (id ? lastOfId(id) : 'unnamed'),
    prefixes: prefixes.map(countAddresses),
    usable: usableAddressCount,
    used: usedAddressCount,
    free: usableAddressCount === null ? null : Math.max(0, usableAddressCount - usedAddressCount),
    securityGroup: reference(networkSecurityGroup),
    routeTable: reference(routeTable),
    natGateway: reference(natGateway),
    delegations: delegations.map((each) => each.properties?.serviceName).filter((service) => service !== undefined),
  }
}

function reference(resourceReference: { id?: string } | undefined) {
  return resourceReference?.id ? { id: resourceReference.id, name: lastOfId(resourceReference.id) } : null
}

export function presentPublicAddress({ id, name, properties = {} }: PublicAddress) {
  const ownerResourceId = properties.ipConfiguration?.id ?? properties.natGateway?.id
  return {
    id,
    name,
    resourceGroup: groupOfId(id),
    address: properties.ipAddress ?? null,
    domainName: properties.dnsSettings?.fqdn ?? null,
    attachedTo: ownerResourceId ? ownerOf(ownerResourceId) : null,
  }
}

/**
 * An IP address belongs to a part of a resource (`…/networkInterfaces/nic-1/ipConfigurations/ip`), but people look for the resource itself.
 */
function ownerOf(id: string): string {
  return /\/providers\/[^/]+\/[^/]+\/([^/]+)/i.exec(id)?.[1] ?? lastOfId(id)
}
