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
  first: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'The first address as a number; null for IPv6.' }),
  size: NullableCount,
  inSubnets: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'Addresses used by subnets.' }),
})

const Subnet = Type.Object({
  name: Type.String(),
  prefixes: Type.Array(Type.Object({ prefix: Type.String(), first: NullableCount, size: NullableCount })),
  usable: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'Without the five that Azure reserves; null for IPv6.' }),
  used: Type.Integer(),
  free: NullableCount,
  securityGroup: Reference,
  routeTable: Reference,
  natGateway: Reference,
  delegations: Type.Array(Type.String({ description: 'Services it is delegated to, such as Microsoft.Web/serverFarms.' })),
})

const Peering = Type.Object({
  name: Type.String(),
  state: Type.Enum(['connected', 'initiated', 'disconnected', 'unknown']),
  networkName: Type.String({ description: 'The network at the other end.' }),
  networkId: NullableText,
  subscriptionId: NullableText,
  hubRegion: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Set if it is connected to the region’s hub.' }),
  account: Type.Unsafe<{ id: string; name: string } | null>({
    type: ['object', 'null'],
    properties: { id: { type: 'string' }, name: { type: 'string' } },
    required: ['id', 'name'],
    description: 'The account at the other end.',
  }),
  remotePrefixes: Type.Array(Type.String()),
  usesRemoteGateway: Type.Boolean(),
})

export const Network = Type.Object({
  id: Type.String({ description: 'Resource ID as Azure returns it.' }),
  name: Type.String(),
  resourceGroup: NullableText,
  location: Type.String(),
  dnsServers: Type.Array(Type.String({ description: 'Empty means Azure’s default.' })),
  addressSpaces: Type.Array(AddressSpace),
  subnets: Type.Array(Subnet),
  peerings: Type.Array(Peering),
})
export type Network = Static<typeof Network>

export const PublicAddress = Type.Object({
  id: Type.String(),
  name: Type.String(),
  resourceGroup: NullableText,
  address: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Null until an address is assigned.' }),
  domainName: NullableText,
  attachedTo: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The name of its target; null if it has none.' }),
})
