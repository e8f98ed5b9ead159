import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

interface FoundSubnet {
  id: string
  name: string
  free: number | null
  usable: number | null
  used: number
  region: string
  account: { id: string; name: string }
  network: { name: string }
}
const daniel = () => app.persona('Daniel').id
const findOwnedAccounts = () => app.company.accounts.filter(({ ownerIds, status }) => status === 'active' && ownerIds.includes(daniel()))
const connectedAccount = () => findOwnedAccounts().find(({ network }) => network.connectivity === 'corporate')!
const sendRequest = (query = '', personId = daniel()) => app.as(personId).get(`/utils/LookupSnetData${query}`)
const items = async (query = '') => (await sendRequest(query)).body.items as FoundSubnet[]

describe('lookupSnetData', () => {
  it('returns the subnets of all accounts of the caller with one query, most free IP addresses first', async () => {
    await app.quiet()
    const { status, body } = await sendRequest()
    expect([status, body.accounts, body.more]).toEqual([200, findOwnedAccounts().length, false])
    const matches = body.items as FoundSubnet[]
    const freeCounts = matches.map(({ free }) => free ?? 0)
    expect(freeCounts).toEqual(freeCounts.toSorted((a, b) => b - a))
    for (const { free, usable, used } of matches) expect(free).toBe(Math.max(0, usable! - used))
    expect(new Set(matches.map(({ account }) => account.id)).isSubsetOf(new Set(findOwnedAccounts().map(({ id }) => id)))).toBe(true)
    expect(
      app.simulator.exchanges
        .list()
        .filter(({ service }) => service === 'arm')
        .map(({ path }) => path),
    ).toEqual(['/providers/Microsoft.ResourceGraph/resources'])
  })

  it('filters by account, region and number of free addresses', async () => {
    const { id, name, region } = connectedAccount()
    const ofOne = await items(`?accountId=${id}`)
    expect(ofOne.length).toBeGreaterThan(0)
    for (const { account, network } of ofOne) expect([account, network.name]).toEqual([{ id, name }, `vnet-${name}`])
    expect(ofOne[0]).toMatchObject({
      id: expect.stringContaining('/subnets/'),
      prefixes: expect.any(Array),
      delegations: expect.any(Array),
    })
    expect((await items(`?region=${region}`)).every((subnet) => subnet.region === region)).toBe(true)
    expect(await sendRequest('?region=swedencentral')).toMatchObject({ status: 200, body: { items: [] } })
    const [largestSubnet] = ofOne
    expect((await items(`?accountId=${id}&minFree=${largestSubnet!.free}`)).map((subnet) => subnet.id)).toContain(largestSubnet!.id)
    expect(await items(`?accountId=${id}&minFree=${largestSubnet!.free! + 1}`)).toEqual([])
  })

  it('shows administrators and auditors every account’s subnets, up to Resource Graph’s limit', async () => {
    for (const givenName of ['Niamh', 'Grace']) {
      const { status, body } = await sendRequest('', app.persona(givenName).id)
      expect([status, body.accounts, body.more]).toEqual([200, 1_000, true])
      expect(body.items.length).toBeGreaterThan(0)
    }
  })

  it('returns no subnets to callers without accounts, makes no call to Azure for them, and allows auditors any account', async () => {
    await app.quiet()
    expect((await sendRequest('', app.persona('Tomasz').id)).body).toMatchObject({ items: [], accounts: 0 })
    expect(app.simulator.exchanges.list()).toEqual([])
    expect((await sendRequest(`?accountId=${connectedAccount().id}`, app.persona('Grace').id)).status).toBe(200)
  })

  it('hides an account from a former owner immediately', async () => {
    const { id } = connectedAccount()
    expect((await items()).some(({ account }) => account.id === id)).toBe(true)
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', id).execute()
    expect((await items()).some(({ account }) => account.id === id)).toBe(false)
    await app.db.updateTable('accounts').set({ status: 'active' }).where('id', '=', id).execute()
  })

  roleSuite(
    'lookupSnetData',
    () => app,
    () => ({ path: `/utils/LookupSnetData?accountId=${connectedAccount().id}` }),
  )

  it.each(['?region=UK%20South', '?minFree=-1', '?accountId=x', '?other=1'])('rejects %s', async (query) => {
    expect((await sendRequest(query)).status).toBe(400)
  })

  it('rejects an unknown region', async () => {
    const message = expect.stringMatching(/^nowhere1 .*UK South \(uksouth\), UK West \(ukwest\)/)
    expect(await sendRequest('?region=nowhere1')).toMatchObject({ status: 400, body: { errors: [{ field: 'region', message }] } })
  })

  it('returns an error when Resource Graph denies the query, and 404 for an unknown account', async () => {
    const action = { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'no' } } } as const
    const fault = app.simulator.faults.add({ service: 'arm', path: 'ResourceGraph', action })
    expect(await sendRequest(`?accountId=${findOwnedAccounts().at(-1)!.id}`)).toMatchObject({
      status: 502,
      body: { code: 'outsideFailed' },
    })
    app.simulator.faults.remove(fault)
    expect((await sendRequest(`?accountId=${crypto.randomUUID()}`)).status).toBe(404)
  })
})
