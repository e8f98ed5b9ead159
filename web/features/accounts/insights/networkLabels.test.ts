import { describe, expect, it } from 'vitest'
import { describeFree, endOf, layerOf, needsSecurityGroup, type Peering, type Subnet, slicesOf } from './networkLabels.ts'

const subnet = (overrides: Partial<Subnet> = {}): Subnet => ({
  name: 'snet-app',
  prefixes: [{ prefix: '10.0.0.64/26', first: 167_772_224, size: 64 }],
  usable: 59,
  used: 2,
  free: 57,
  securityGroup: null,
  routeTable: null,
  natGateway: null,
  delegations: [],
  ...overrides,
})
const space = { prefix: '10.0.0.0/24', first: 167_772_160, size: 256, inSubnets: 64 }

describe('a subnet', () => {
  it.each([
    [{ free: 57 }, 'enough', '57 of 59 free'],
    [{ free: 5 }, 'tight', '5 of 59 free'],
    [{ usable: 11, free: 2 }, 'tight', '2 of 11 free'],
    [{ free: 0 }, 'full', 'Full (59)'],
    [{ usable: null, free: null }, 'enough', 'Unlimited (IPv6)'],
  ] as const)('classifies the free IP addresses of %j as %s', (overrides, layer, text) => {
    expect([layerOf(subnet(overrides)), describeFree(subnet(overrides))]).toEqual([layer, text])
  })

  it('needs a security group, unless Azure manages the subnet', () => {
    expect(needsSecurityGroup(subnet())).toBe(true)
    expect(needsSecurityGroup(subnet({ name: 'GatewaySubnet' }))).toBe(false)
    expect(needsSecurityGroup(subnet({ securityGroup: { id: 'x', name: 'nsg' } }))).toBe(false)
  })

  it('is drawn at its position in the address space, and never outside it', () => {
    const otherSubnet = subnet({ name: 'other', prefixes: [{ prefix: '10.1.0.0/26', first: 167_837_696, size: 64 }] })
    const ipv6Subnet = subnet({ name: 'six', prefixes: [{ prefix: 'fd00::/64', first: null, size: null }] })
    expect(slicesOf(space, [subnet(), otherSubnet, ipv6Subnet])).toMatchObject([{ prefix: '10.0.0.64/26', from: 0.25, width: 0.25 }])
    expect(slicesOf({ ...space, first: null, size: null }, [subnet()])).toEqual([])
  })
})

it('names a peering by its target', () => {
  const peering = { networkName: 'vnet-x', hubRegion: null, account: null } as Peering
  expect(endOf({ ...peering, hubRegion: 'uksouth' })).toBe('Hub of UK South')
  expect(endOf({ ...peering, account: { id: '1', name: 'payments-prod' } })).toBe('payments-prod')
  expect(endOf(peering)).toBe('vnet-x')
})
