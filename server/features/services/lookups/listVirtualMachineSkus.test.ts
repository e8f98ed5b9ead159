import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import type { VmSize } from './vmSize.ts'
import { describeZones } from './vmSize.ts'

let app: TestApp
let time = Date.now()
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => new Date(time) })
})
afterAll(() => app.close())

const hourMs = 3_600_000
const daniel = () => app.persona('Daniel').id
const listOwned = () => app.company.accounts.filter(({ ownerIds, status }) => status === 'active' && ownerIds.includes(daniel()))
const sendRequest = (query = '', personId = daniel()) => app.as(personId).get(`/utils/VirtualMachineSkus${query}`)
const noSuchRegion = (name: string) => ({
  field: 'region',
  message: expect.stringMatching(
    `^${name} isn’t an Azure region.*North Europe \\(northeurope\\).*UK South \\(uksouth\\), UK West \\(ukwest\\)`,
  ),
})
const countRequests = () => app.simulator.exchanges.list().filter(({ path }) => path.endsWith('/skus')).length

describe('listVirtualMachineSkus', () => {
  it('returns the sizes of the account’s region, smallest first, without items that aren’t VMs', async () => {
    const { status, body } = await sendRequest(`?accountId=${listOwned()[0]!.id}`)
    expect([status, body.region, body.account.id]).toEqual([200, listOwned()[0]!.region, listOwned()[0]!.id])
    const sizes = body.items as VmSize[]
    expect(sizes.find(({ name }) => name === 'Standard_D4s_v5')).toMatchObject({
      vcpus: 4,
      memoryGb: 16,
      premiumDisks: true,
      architecture: 'x64',
    })
    expect(sizes.map(({ vcpus }) => vcpus)).toEqual(sizes.map(({ vcpus }) => vcpus).toSorted((a, b) => a - b))
    expect(sizes.some(({ name }) => name.includes('LRS'))).toBe(false)
  })

  it('explains restrictions and the zones in which they apply', async () => {
    const { body } = await sendRequest('?region=uksouth')
    const all = new Set((body.items as VmSize[]).flatMap(({ zones }) => zones))
    for (const { available, zones, restriction } of body.items as VmSize[]) {
      if (!available) expect([zones, restriction]).toEqual([[], expect.stringMatching(/\.$/)])
      else if (zones.length < 3) expect(restriction).toBe(describeZones([...all].filter((zone) => !zones.includes(zone)).sort(), [...all]))
      else expect(restriction).toBeNull()
    }
    expect(new Set(body.items.map(({ available }: VmSize) => available)).size).toBe(2)
  })

  it('filters the sizes by cores, memory, zone and availability', async () => {
    const { body } = await sendRequest('?region=uksouth&minVcpus=4&maxVcpus=8&minMemoryGb=32&zone=2&available=true')
    expect(body.items.length).toBeGreaterThan(0)
    for (const { vcpus, memoryGb, zones, available } of body.items as VmSize[])
      expect([vcpus >= 4 && vcpus <= 8, memoryGb >= 32, zones.includes('2'), available]).toEqual([true, true, true, true])
  })

  it('calls Azure once for concurrent callers, once an hour, and once a minute for repeated refreshes', async () => {
    time += 2 * hourMs
    const countBefore = countRequests()
    await Promise.all(Array.from({ length: 10 }, () => sendRequest('?region=ukwest')))
    expect(countRequests()).toBe(countBefore + 1)
    time += hourMs - 1
    await sendRequest('?region=ukwest')
    expect(countRequests()).toBe(countBefore + 1)
    await sendRequest('?region=ukwest&refresh=true')
    await sendRequest('?region=ukwest&refresh=true')
    expect(countRequests()).toBe(countBefore + 2)
  })

  it('returns cached sizes with their age when Azure does not respond', async () => {
    const { body: cachedBody } = await sendRequest('?region=northeurope')
    time += 5 * hourMs
    const fault = app.simulator.faults.add({ service: 'arm', path: '/skus', action: { kind: 'status', status: 403 } })
    expect((await sendRequest('?region=northeurope')).body).toEqual(cachedBody)
    expect((await sendRequest('?region=westeurope')).status).toBe(502)
    app.simulator.faults.remove(fault)
    expect((await sendRequest('?region=westeurope')).status).toBe(200)
  })

  it('returns the default region to callers without accounts if there are no parameters', async () => {
    const { status, body } = await sendRequest('', app.persona('Tomasz').id)
    expect([status, body.account, body.region]).toEqual([200, null, 'uksouth'])
    expect(body.items.length).toBeGreaterThan(10)
  })

  it('uses any account for callers who can read all of them', async () => {
    for (const name of ['Niamh', 'Grace']) expect((await sendRequest('', app.persona(name).id)).status).toBe(200)
  })

  roleSuite(
    'listVirtualMachineSkus',
    () => app,
    () => ({ path: `/utils/VirtualMachineSkus?accountId=${listOwned()[0]!.id}` }),
  )

  it.each(["?region=uksouth'%20or%20'", '?minVcpus=0', '?zone=4', '?accountId=1'])('rejects %s', async (query) => {
    expect((await sendRequest(query)).status).toBe(400)
  })

  it('rejects an unknown region with a list of the known ones, and reports a region without sizes', async () => {
    expect(await sendRequest('?region=uksuth')).toMatchObject({
      status: 400,
      body: { code: 'invalidRequest', errors: [noSuchRegion('uksuth')] },
    })
    // An unknown region isn't cached, because Azure can add it later.
    expect((await sendRequest('?region=uksuth')).status).toBe(400)
    expect(await sendRequest('?region=swedencentral')).toMatchObject({ status: 200, body: { region: 'swedencentral', items: [] } })
    // Azure also lists names for groups of regions, in which VMs can't be created.
    expect((await sendRequest('?region=europe')).status).toBe(400)
    expect(app.simulator.exchanges.list().filter(({ path }) => path.endsWith('/locations')).length).toBe(1)
  })

  it('rejects an account without a subscription, and callers without accounts if no lookup subscription is configured', async () => {
    const { lookup } = app.context.config
    app.context.config.lookup = undefined
    expect(await sendRequest('', app.persona('Tomasz').id)).toMatchObject({ status: 503, body: { code: 'notSetUp' } })
    app.context.config.lookup = lookup
    const { id } = listOwned()[1]!
    await app.db.updateTable('accounts').set({ subscription_id: null }).where('id', '=', id).execute()
    expect((await sendRequest(`?accountId=${id}`)).status).toBe(404)
  })

  it('returns an error for an incomplete response', async () => {
    const fault = app.simulator.faults.add({ service: 'arm', path: '/skus', action: { kind: 'status', status: 200, body: { value: 'x' } } })
    expect(await sendRequest('?region=francecentral')).toMatchObject({ status: 502, body: { code: 'outsideFailed' } })
    app.simulator.faults.remove(fault)
  })
})
