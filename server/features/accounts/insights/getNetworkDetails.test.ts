import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { networkId } from '../../../clients/arm/armNetwork.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const active = () => app.company.accounts.filter(({ status, kind }) => status === 'active' && kind === 'cloud')
const accountsWith = (connectivity: string) => active().filter(({ network }) => network.connectivity === connectivity)
const path = (id: string) => `/accounts/${id}/networkDetails`
const admin = () => app.as(app.persona('Niamh').id)

describe('getNetworkDetails', () => {
  it('counts the free IP addresses of each subnet, without the five that Azure reserves', async () => {
    const account = accountsWith('corporate')[0]!
    const { body } = await admin().get(path(account.id))
    const [network] = body.networks
    expect(network).toMatchObject({ location: account.region, addressSpaces: [{ prefix: account.network.addressSpaces[0] }] })
    const [space] = network.addressSpaces
    expect(space.size).toBe(2 ** (32 - Number(space.prefix.split('/')[1])))
    expect(space.inSubnets).toBe((space.size / 4) * 3)
    for (const subnet of network.subnets) {
      expect(subnet.usable).toBe(subnet.prefixes[0].size - 5)
      expect(subnet.free).toBe(subnet.usable - subnet.used)
    }
    expect(network.subnets[0].securityGroup.name).toMatch(/^nsg-/)
    expect(network.subnets.map((subnet: { prefixes: { first: number }[] }) => subnet.prefixes[0]!.first)).toEqual(
      network.subnets.map((subnet: { prefixes: { first: number }[] }) => subnet.prefixes[0]!.first).sort((a: number, b: number) => a - b),
    )
  })

  it('resolves peerings to the hub of a region or to another account', async () => {
    const [firstAccount, otherAccount] = accountsWith('corporate').filter(({ region }) => region === 'ukwest')
    const ends = [firstAccount!, otherAccount!].map((account) => ({
      ...{ subscriptionId: account.subscriptionId, resourceGroup: `rg-${account.name}-network`, name: `vnet-${account.name}` },
    }))
    const { arm } = app.context.clients
    await arm.putPeering(networkId(ends[0]!), 'to-friend', { remoteNetworkId: networkId(ends[1]!) })
    const [network] = (await admin().get(path(firstAccount!.id))).body.networks
    expect(network.peerings).toMatchObject([
      { name: 'peer-to-hub', state: 'connected', hubRegion: 'ukwest', account: null, usesRemoteGateway: true },
      { name: 'to-friend', state: 'initiated', hubRegion: null, account: { id: otherAccount!.id, name: otherAccount!.name } },
    ])
  })

  it('returns public IP addresses, and nothing if there is no network', async () => {
    const online = await Promise.all(
      accountsWith('internet')
        .slice(0, 6)
        .map(({ id }) => admin().get(path(id))),
    )
    const addresses = online.flatMap(({ body }) => body.publicAddresses)
    expect(addresses.length).toBeGreaterThan(0)
    expect(addresses[0]).toMatchObject({ address: expect.stringMatching(/^20\.90\./), attachedTo: expect.stringMatching(/^agw-/) })
    expect((await admin().get(path(accountsWith('none')[0]!.id))).body).toMatchObject({ networks: [] })
  })

  it('reads again when a refresh is requested', async () => {
    const { id } = accountsWith('corporate')[3]!
    const first = (await admin().get(path(id))).body.fetchedAt
    expect((await admin().get(path(id))).body.fetchedAt).toBe(first)
    expect((await admin().get(`${path(id)}?refresh=true`)).status).toBe(200)
  })

  roleSuite(
    'getNetworkDetails',
    () => app,
    () => ({ path: path(accountsWith('corporate')[1]!.id) }),
  )

  it('returns 404 for an unknown account or an account without a subscription', async () => {
    expect((await admin().get(path('00000000-0000-4000-8000-000000000000'))).status).toBe(404)
    const { id } = accountsWith('corporate')[4]!
    await app.db.updateTable('accounts').set({ subscription_id: null }).where('id', '=', id).execute()
    expect((await admin().get(path(id))).body).toMatchObject({ status: 404, code: 'notFound' })
  })

  it('returns 404 when Azure no longer has the subscription', async () => {
    const { id } = accountsWith('corporate')[5]!
    await app.db.updateTable('accounts').set({ subscription_id: '00000000-0000-4000-8000-000000000000' }).where('id', '=', id).execute()
    expect((await admin().get(path(id))).status).toBe(404)
  })

  it('returns 502 when Azure fails, and reads again on the next call', async () => {
    const { id } = accountsWith('corporate')[6]!
    const failureResponse = { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'no' } } } as const
    const fault = app.simulator.faults.add({ service: 'arm', path: 'virtualNetworks', action: failureResponse })
    expect((await admin().get(path(id))).body).toMatchObject({ status: 502, code: 'outsideFailed' })
    app.simulator.faults.remove(fault)
    expect((await admin().get(path(id))).status).toBe(200)
  })

  it('rejects unknown query parameters', async () => {
    expect((await admin().get(`${path(accountsWith('corporate')[0]!.id)}?refresh=perhaps`)).status).toBe(400)
  })
})
