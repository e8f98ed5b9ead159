import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
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
const owned = () => app.company.accounts.filter(({ ownerIds, status }) => status === 'active' && ownerIds.includes(daniel()))
const wired = () => owned().find(({ network }) => network.connectivity === 'corporate')!
const ask = (query = '', who = daniel()) => app.as(who).get(`/utils/LookupSnetData${query}`)
const items = async (query = '') => (await ask(query)).body.items as FoundSubnet[]

describe('lookupSnetData', () => {
  it('returns the subnets of all accounts of the caller by one query, most free addresses first', async () => {
    await app.quiet()
    const { status, body } = await ask()
    expect([status, body.accounts, body.more]).toEqual([200, owned().length, false])
    const found = body.items as FoundSubnet[]
    const frees = found.map(({ free }) => free ?? 0)
    expect(frees).toEqual(frees.toSorted((a, b) => b - a))
    for (const { free, usable, used } of found) expect(free).toBe(Math.max(0, usable! - used))
    expect(new Set(found.map(({ account }) => account.id)).isSubsetOf(new Set(owned().map(({ id }) => id)))).toBe(true)
    expect(
      app.simulator.exchanges
        .list()
        .filter(({ service }) => service === 'arm')
        .map(({ path }) => path),
    ).toEqual(['/providers/Microsoft.ResourceGraph/resources'])
  })

  it('filters by account, region and number of free addresses', async () => {
    const { id, name, region } = wired()
    const ofOne = await items(`?accountId=${id}`)
    expect(ofOne.length).toBeGreaterThan(0)
    for (const { account, network } of ofOne) expect([account, network.name]).toEqual([{ id, name }, `vnet-${name}`])
    expect(ofOne[0]).toMatchObject({
      id: expect.stringContaining('/subnets/'),
      prefixes: expect.any(Array),
      delegations: expect.any(Array),
    })
    expect((await items(`?region=${region}`)).every((subnet) => subnet.region === region)).toBe(true)
    expect(await ask('?region=swedencentral')).toMatchObject({ status: 200, body: { items: [] } })
    const [roomiest] = ofOne
    expect((await items(`?accountId=${id}&minFree=${roomiest!.free}`)).map((subnet) => subnet.id)).toContain(roomiest!.id)
    expect(await items(`?accountId=${id}&minFree=${roomiest!.free! + 1}`)).toEqual([])
  })

  it('shows administrators and auditors every account’s subnets, up to Resource Graph’s limit', async () => {
    for (const who of ['Niamh', 'Grace']) {
      const { status, body } = await ask('', app.persona(who).id)
      expect([status, body.accounts, body.more]).toEqual([200, 1_000, true])
      expect(body.items.length).toBeGreaterThan(0)
    }
  })

  it('returns none without a call for callers who own nothing; auditors can name any account', async () => {
    await app.quiet()
    expect((await ask('', app.persona('Tomasz').id)).body).toMatchObject({ items: [], accounts: 0 })
    expect(app.simulator.exchanges.list()).toEqual([])
    expect((await ask(`?accountId=${wired().id}`, app.persona('Grace').id)).status).toBe(200)
  })

  it('hides an account from a former owner immediately', async () => {
    const { id } = wired()
    expect((await items()).some(({ account }) => account.id === id)).toBe(true)
    await app.db.updateTable('accounts').set({ status: 'decommissioning' }).where('id', '=', id).execute()
    expect((await items()).some(({ account }) => account.id === id)).toBe(false)
    await app.db.updateTable('accounts').set({ status: 'active' }).where('id', '=', id).execute()
  })

  roleSuite(
    'lookupSnetData',
    () => app,
    () => ({ path: `/utils/LookupSnetData?accountId=${wired().id}` }),
  )

  it.each(['?region=UK%20South', '?minFree=-1', '?accountId=x', '?other=1'])('rejects %s', async (query) => {
    expect((await ask(query)).status).toBe(400)
  })

  it('rejects an unknown region', async () => {
    const message = expect.stringMatching(/^nowhere1 isn’t an Azure region.*UK South \(uksouth\), UK West \(ukwest\)/)
    expect(await ask('?region=nowhere1')).toMatchObject({ status: 400, body: { errors: [{ field: 'region', message }] } })
  })

  it('returns an error when Resource Graph denies the query, and 404 for an unknown account', async () => {
    const action = { kind: 'status', status: 403, body: { error: { code: 'AuthorizationFailed', message: 'no' } } } as const
    const fault = app.simulator.faults.add({ service: 'arm', path: 'ResourceGraph', action })
    expect(await ask(`?accountId=${owned().at(-1)!.id}`)).toMatchObject({ status: 502, body: { code: 'outsideFailed' } })
    app.simulator.faults.remove(fault)
    expect((await ask(`?accountId=${crypto.randomUUID()}`)).status).toBe(404)
  })
})
