import { NetworkManagementClient } from '@azure/arm-network-profile-2020-09-01-hybrid'
import { PrivateDnsManagementClient } from '@azure/arm-privatedns'
import { ResourceManagementClient } from '@azure/arm-resources'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SampleAccount } from '../../sample/shapes.ts'
import { activeAccount, type Cloud, items, startCloud } from './cloud.ts'

let cloud: Cloud
let account: SampleAccount
let client: NetworkManagementClient
beforeAll(async () => {
  cloud = await startCloud()
  account = activeAccount(cloud, ({ network }) => network.connectivity === 'corporate')
  client = new NetworkManagementClient(cloud.credential, account.subscriptionId, cloud.arm)
  await new ResourceManagementClient(cloud.credential, account.subscriptionId, cloud.arm).resourceGroups.createOrUpdate('rg-net', {
    location: 'uksouth',
  })
})
afterAll(() => cloud.close())

const wait = { updateIntervalInMs: 20 }
const network = (prefix: string) => ({
  location: 'uksouth',
  addressSpace: { addressPrefixes: [prefix] },
  subnets: [{ name: 'default', addressPrefix: prefix.replace('/24', '/26') }],
})

it('creates networks with the client’s poller and finds them', async () => {
  const created = await client.virtualNetworks.beginCreateOrUpdateAndWait('rg-net', 'vnet-a', network('10.250.0.0/24'), wait)
  expect(created).toMatchObject({ name: 'vnet-a', provisioningState: 'Succeeded', addressSpace: { addressPrefixes: ['10.250.0.0/24'] } })
  expect(await client.virtualNetworks.get('rg-net', 'vnet-a')).toMatchObject({
    id: created.id,
    subnets: [{ name: 'default', addressPrefix: '10.250.0.0/26' }],
  })
  expect((await items(client.virtualNetworks.listAll())).map(({ name }) => name)).toContain('vnet-a')
  expect(await items(client.publicIPAddresses.listAll())).toEqual(expect.any(Array))
  await expect(client.virtualNetworks.get('rg-net', 'vnet-z')).rejects.toMatchObject({
    name: 'RestError',
    statusCode: 404,
    code: 'ResourceNotFound',
  })
})

it('peers two networks and removes the peering', async () => {
  const [a, b] = await Promise.all([
    client.virtualNetworks.beginCreateOrUpdateAndWait('rg-net', 'vnet-b', network('10.250.1.0/24'), wait),
    client.virtualNetworks.beginCreateOrUpdateAndWait('rg-net', 'vnet-c', network('10.250.2.0/24'), wait),
  ])
  const peering = (id: string) => ({ remoteVirtualNetwork: { id }, allowVirtualNetworkAccess: true, allowForwardedTraffic: true })
  const { virtualNetworkPeerings } = client
  const createdPeering = await virtualNetworkPeerings.beginCreateOrUpdateAndWait('rg-net', 'vnet-b', 'to-c', peering(b.id!), wait)
  expect(createdPeering).toMatchObject({ peeringState: 'Initiated', provisioningState: 'Succeeded' })
  await virtualNetworkPeerings.beginCreateOrUpdateAndWait('rg-net', 'vnet-c', 'to-b', peering(a.id!), wait)
  expect(await virtualNetworkPeerings.get('rg-net', 'vnet-b', 'to-c')).toMatchObject({
    peeringState: 'Connected',
    remoteVirtualNetwork: { id: b.id },
  })
  await virtualNetworkPeerings.beginDeleteAndWait('rg-net', 'vnet-b', 'to-c', wait)
  await expect(virtualNetworkPeerings.get('rg-net', 'vnet-b', 'to-c')).rejects.toMatchObject({ statusCode: 404 })
  expect((await virtualNetworkPeerings.get('rg-net', 'vnet-c', 'to-b')).peeringState).toBe('Disconnected')
  await expect(virtualNetworkPeerings.beginCreateOrUpdateAndWait('rg-net', 'vnet-b', 'to-c', peering(b.id!), wait)).rejects.toMatchObject({
    name: 'RestError',
    statusCode: 400,
    code: 'RemotePeeringIsDisconnected',
  })
  await virtualNetworkPeerings.beginCreateOrUpdateAndWait('rg-net', 'vnet-c', 'to-b', peering(a.id!), wait)
  await virtualNetworkPeerings.beginCreateOrUpdateAndWait('rg-net', 'vnet-b', 'to-c', peering(b.id!), wait)
  expect((await virtualNetworkPeerings.get('rg-net', 'vnet-c', 'to-b')).peeringState).toBe('Connected')
})

it('removes a private zone from a network with the client’s poller', async () => {
  const { subscriptionId } = cloud.sim.company.hub
  const resources = new ResourceManagementClient(cloud.credential, subscriptionId, cloud.arm)
  const links = await items(resources.resources.list({ filter: "resourceType eq 'Microsoft.Network/privateDnsZones/virtualNetworkLinks'" }))
  const [, , , , group = '', , , , zone = '', , name = ''] = links[0]!.id!.split('/')
  const dns = new PrivateDnsManagementClient(cloud.credential, subscriptionId, cloud.arm)
  await dns.virtualNetworkLinks.delete(group, zone, name, wait)
  const remainingLinks = await items(
    resources.resources.list({ filter: "resourceType eq 'Microsoft.Network/privateDnsZones/virtualNetworkLinks'" }),
  )
  expect(remainingLinks.map(({ id }) => id)).not.toContain(links[0]!.id)
})

it('reports a failed creation of a network, with the operation’s code', async () => {
  cloud.sim.faults.add({
    service: 'arm',
    method: 'PUT',
    path: 'vnet-fails',
    count: 1,
    action: { kind: 'failAsync', code: 'InternalServerError', message: 'An error occurred.' },
  })
  await expect(client.virtualNetworks.beginCreateOrUpdateAndWait('rg-net', 'vnet-fails', network('10.250.9.0/24'), wait)).rejects.toThrow(
    /InternalServerError|An error occurred/,
  )
})
