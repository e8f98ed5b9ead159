import { type Static, Type } from 'typebox'
import { NullableText } from '../../../people/schemas.ts'

const NullableCount = Type.Unsafe<number | null>({ type: ['integer', 'null'] })
const Reference = Type.Unsafe<{ id: string; name: string } | null>({
  type: ['object', 'null'],
  properties: { id: { type: 'string' }, name: { type: 'string' } },
  required: ['id', 'name'],
})

const AddressSpace = Type.Object({
  prefix: Type.String(),
  first: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'First IP address as a number; null for IPv6.' }),
  size: NullableCount,
  inSubnets: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'Number of IP addresses in subnets.' }),
})

const Subnet = Type.Object({
  name: Type.String(),
  prefixes: Type.Array(Type.Object({ prefix: Type.String(), first: NullableCount, size: NullableCount })),
  usable: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Number of usable IP addresses, without the five that Azure reserves; null for IPv6.',
  }),
  used: Type.Integer(),
  free: NullableCount,
  securityGroup: Reference,
  routeTable: Reference,
  natGateway: Reference,
  delegations: Type.Array(Type.String({ description: 'Service that the subnet is delegated to, such as Microsoft.Web/serverFarms.' })),
})

const Peering = Type.Object({
  name: Type.String(),
  state: Type.Enum(['connected', 'initiated', 'disconnected', 'unknown']),
  networkName: Type.String({ description: 'Name of the network at the other end.' }),
  networkId: NullableText,
  subscriptionId: NullableText,
  hubRegion: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Region of the hub at the other end; null if the other end isn’t a hub.',
  }),
  account: Type.Unsafe<{ id: string; name: string } | null>({
    type: ['object', 'null'],
    properties: { id: { type: 'string' }, name: { type: 'string' } },
    required: ['id', 'name'],
    description: 'Account of the network at the other end; null if the network belongs to no account in Slipway.',
  }),
  remotePrefixes: Type.Array(Type.String()),
  usesRemoteGateway: Type.Boolean(),
})

export const Network = Type.Object({
  id: Type.String({ description: 'Azure resource ID.' }),
  name: Type.String(),
  resourceGroup: NullableText,
  location: Type.String(),
  dnsServers: Type.Array(Type.String({ description: 'DNS servers; empty if the network uses Azure’s default.' })),
  addressSpaces: Type.Array(AddressSpace),
  subnets: Type.Array(Subnet),
  peerings: Type.Array(Peering),
})
export type Network = Static<typeof Network>

export const PublicAddress = Type.Object({
  id: Type.String(),
  name: Type.String(),
  resourceGroup: NullableText,
  address: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'IP address; null until assigned.' }),
  domainName: NullableText,
  attachedTo: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Name of the resource that uses the IP address; null if none does.',
  }),
})
