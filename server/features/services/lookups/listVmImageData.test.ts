import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { OutsideError } from '../../../clients/outsideError.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ work: false })
})
afterAll(() => app.close())

const daniel = () => app.persona('Daniel').id
const mine = () => app.company.accounts.find(({ ownerIds, status }) => status === 'active' && ownerIds.includes(daniel()))!
const ask = (query = '', who = daniel()) => app.as(who).get(`/utils/VmImageData${query}`)
const names = (body: { items: { name: string }[] }) => body.items.map(({ name }) => name)

describe('listVmImageData', () => {
  it('returns the usual images of the default region without parameters, also to callers without accounts', async () => {
    const { status, body } = await ask('', app.persona('Tomasz').id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ account: null, region: 'uksouth', level: 'image' })
    expect(body.items.length).toBeGreaterThan(3)
    for (const { name, publisher, offer, sku, version, urn } of body.items) {
      expect(version).toMatch(/^\d/)
      expect([urn, name]).toEqual([[publisher, offer, sku, version].join(':'), urn])
    }
    expect((await ask()).body).toMatchObject({ account: { id: expect.any(String) }, level: 'image' })
  })

  it('leaves out a usual image that the region does not have', async () => {
    const fault = app.simulator.faults.add({ service: 'arm', path: '/publishers/Debian', action: { kind: 'status', status: 404 } })
    const { body } = await ask('?region=westeurope')
    app.simulator.faults.remove(fault)
    expect(body.items.length).toBeGreaterThan(3)
    expect(body.items.some(({ publisher }: { publisher: string }) => publisher === 'Debian')).toBe(false)
  })

  it('lists publishers, offers, plans and versions, with the name for tools', async () => {
    const publishers = (await ask('?region=uksouth&level=publisher')).body
    expect([publishers.level, publishers.region]).toEqual(['publisher', 'uksouth'])
    expect(names(publishers)).toContain('Canonical')
    const offers = (await ask('?publisher=Canonical')).body
    expect([offers.level, names(offers)]).toEqual(['offer', expect.arrayContaining(['ubuntu-24_04-lts'])])
    const skus = (await ask('?publisher=Canonical&offer=ubuntu-24_04-lts')).body
    expect(skus.items).toContainEqual({
      name: 'server',
      publisher: 'Canonical',
      offer: 'ubuntu-24_04-lts',
      sku: 'server',
      version: 'latest',
      urn: 'Canonical:ubuntu-24_04-lts:server:latest',
    })
    const versions = (await ask('?publisher=Canonical&offer=ubuntu-24_04-lts&sku=server')).body
    expect(versions.level).toBe('version')
    expect(names(versions)).toEqual(names(versions).toSorted().reverse())
    expect(versions.items[0].urn).toBe(`Canonical:ubuntu-24_04-lts:server:${names(versions)[0]}`)
  })

  it('calls Azure once for a repeated query', async () => {
    const calls = () => app.simulator.exchanges.list().filter(({ path }) => path.includes('/publishers')).length
    const before = calls()
    await Promise.all([ask('?region=ukwest&publisher=RedHat'), ask('?region=ukwest&publisher=RedHat')])
    await ask('?region=ukwest&publisher=RedHat')
    expect(calls()).toBe(before + 1)
  })

  it('reads at most four of the usual images at a time, and missing ones once', async () => {
    const { arm } = app.context.clients
    let running = 0
    let max = 0
    let calls = 0
    const found = vi.spyOn(arm, 'listImageNames').mockImplementation(async (_subscription, _region, { publisher }) => {
      calls++
      max = Math.max(max, ++running)
      await setTimeout(20)
      running--
      if (publisher === 'Debian')
        throw new OutsideError({ service: 'arm', code: 'NotFound', status: 404, message: 'none', retryable: false })
      return []
    })
    expect((await ask('?region=francecentral')).body.items).toEqual([])
    expect(max).toBe(4)
    const before = calls
    expect((await ask('?region=francecentral')).body.items).toEqual([])
    expect(calls).toBe(before)
    found.mockRestore()
  })

  it('returns none for a publisher without offers', async () => {
    expect((await ask('?publisher=zscaler')).body.items).toEqual([])
    expect((await ask('?region=ukwest&publisher=Debian')).body.items).toEqual([
      { name: 'debian-12', publisher: 'Debian', offer: 'debian-12', sku: null, version: null, urn: null },
    ])
  })

  roleSuite(
    'listVmImageData',
    () => app,
    () => ({ path: `/utils/VmImageData?accountId=${mine().id}` }),
  )

  it.each(['?level=offer', '?publisher=..', '?publisher=a%2Fb', '?offer=x', '?publisher=Canonical&sku=server', '?region=UK'])(
    'rejects %s',
    async (query) => {
      expect((await ask(query)).status).toBe(400)
    },
  )

  it.each(['?region=uksuth', '?region=uksuth&level=publisher', '?region=uksuth&publisher=Canonical'])(
    'rejects an unknown region: %s',
    async (query) => {
      const message = expect.stringMatching(/^uksuth isn’t an Azure region.*UK South \(uksouth\), UK West \(ukwest\)/)
      expect(await ask(query)).toMatchObject({ status: 400, body: { code: 'invalidRequest', errors: [{ field: 'region', message }] } })
    },
  )

  it('returns none for a region without images', async () => {
    expect(await ask('?region=swedencentral&level=publisher')).toMatchObject({ status: 200, body: { level: 'publisher', items: [] } })
  })

  it('returns 404 with the name that is unknown', async () => {
    expect((await ask('?publisher=Nobody')).body).toMatchObject({ code: 'notFound', message: expect.stringContaining('Nobody') })
  })

  it('returns 502 when Azure denies the call', async () => {
    const fault = app.simulator.faults.add({ service: 'arm', path: '/publishers', action: { kind: 'status', status: 403 } })
    expect((await ask('?region=ukwest')).status).toBe(502)
    expect((await ask('?region=northeurope&level=publisher')).status).toBe(502)
    app.simulator.faults.remove(fault)
  })
})
