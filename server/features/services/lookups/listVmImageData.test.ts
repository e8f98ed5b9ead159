import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { ExternalError } from '../../../clients/externalError.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const daniel = () => app.persona('Daniel').id
const ownAccount = () => app.company.accounts.find(({ ownerIds, status }) => status === 'active' && ownerIds.includes(daniel()))!
const sendRequest = (query = '', personId = daniel()) => app.as(personId).get(`/utils/VmImageData${query}`)
const names = (body: { items: { name: string }[] }) => body.items.map(({ name }) => name)

describe('listVmImageData', () => {
  it('returns the default images of the default region without parameters, even to callers without accounts', async () => {
    const { status, body } = await sendRequest('', app.persona('Tomasz').id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ account: null, region: 'uksouth', level: 'image' })
    expect(body.items.length).toBeGreaterThan(3)
    for (const { name, publisher, offer, sku, version, urn } of body.items) {
      expect(version).toMatch(/^\d/)
      expect([urn, name]).toEqual([[publisher, offer, sku, version].join(':'), urn])
    }
    expect((await sendRequest()).body).toMatchObject({ account: { id: expect.any(String) }, level: 'image' })
  })

  it('leaves out a default image that the region does not have', async () => {
    const fault = app.simulator.faults.add({ service: 'arm', path: '/publishers/Debian', action: { kind: 'status', status: 404 } })
    const { body } = await sendRequest('?region=westeurope')
    app.simulator.faults.remove(fault)
    expect(body.items.length).toBeGreaterThan(3)
    expect(body.items.some(({ publisher }: { publisher: string }) => publisher === 'Debian')).toBe(false)
  })

  it('lists publishers, offers, plans and versions, with the URN for tools', async () => {
    const publishers = (await sendRequest('?region=uksouth&level=publisher')).body
    expect([publishers.level, publishers.region]).toEqual(['publisher', 'uksouth'])
    expect(names(publishers)).toContain('Canonical')
    const offers = (await sendRequest('?publisher=Canonical')).body
    expect([offers.level, names(offers)]).toEqual(['offer', expect.arrayContaining(['ubuntu-24_04-lts'])])
    const skus = (await sendRequest('?publisher=Canonical&offer=ubuntu-24_04-lts')).body
    expect(skus.items).toContainEqual({
      name: 'server',
      publisher: 'Canonical',
      offer: 'ubuntu-24_04-lts',
      sku: 'server',
      version: 'latest',
      urn: 'Canonical:ubuntu-24_04-lts:server:latest',
    })
    const versions = (await sendRequest('?publisher=Canonical&offer=ubuntu-24_04-lts&sku=server')).body
    expect(versions.level).toBe('version')
    expect(names(versions)).toEqual(names(versions).toSorted().reverse())
    expect(versions.items[0].urn).toBe(`Canonical:ubuntu-24_04-lts:server:${names(versions)[0]}`)
  })

  it('calls Azure once for a repeated query', async () => {
    const calls = () => app.simulator.exchanges.list().filter(({ path }) => path.includes('/publishers')).length
    const countBefore = calls()
    await Promise.all([sendRequest('?region=ukwest&publisher=RedHat'), sendRequest('?region=ukwest&publisher=RedHat')])
    await sendRequest('?region=ukwest&publisher=RedHat')
    expect(calls()).toBe(countBefore + 1)
  })

  it('reads at most four of the default images at a time, and missing ones once', async () => {
    const { arm } = app.context.clients
    let runningCount = 0
    let max = 0
    let calls = 0
    const listImageNames = vi.spyOn(arm, 'listImageNames').mockImplementation(async (_subscription, _region, { publisher }) => {
      calls++
      max = Math.max(max, ++runningCount)
      await setTimeout(20)
      runningCount--
      if (publisher === 'Debian')
        throw new ExternalError({ service: 'arm', code: 'NotFound', status: 404, message: 'none', retryable: false })
      return []
    })
    expect((await sendRequest('?region=francecentral')).body.items).toEqual([])
    expect(max).toBe(4)
    const countBefore = calls
    expect((await sendRequest('?region=francecentral')).body.items).toEqual([])
    expect(calls).toBe(countBefore)
    listImageNames.mockRestore()
  })

  it('returns no offers for a publisher that has none', async () => {
    expect((await sendRequest('?publisher=zscaler')).body.items).toEqual([])
    expect((await sendRequest('?region=ukwest&publisher=Debian')).body.items).toEqual([
      { name: 'debian-12', publisher: 'Debian', offer: 'debian-12', sku: null, version: null, urn: null },
    ])
  })

  roleSuite(
    'listVmImageData',
    () => app,
    () => ({ path: `/utils/VmImageData?accountId=${ownAccount().id}` }),
  )

  it.each(['?level=offer', '?publisher=..', '?publisher=a%2Fb', '?offer=x', '?publisher=Canonical&sku=server', '?region=UK'])(
    'rejects %s',
    async (query) => {
      expect((await sendRequest(query)).status).toBe(400)
    },
  )

  it.each(['?region=uksuth', '?region=uksuth&level=publisher', '?region=uksuth&publisher=Canonical'])(
    'rejects an unknown region: %s',
    async (query) => {
      const message = expect.stringMatching(/^uksuth .*UK South \(uksouth\), UK West \(ukwest\)/)
      expect(await sendRequest(query)).toMatchObject({
        status: 400,
        body: { code: 'invalidRequest', errors: [{ field: 'region', message }] },
      })
    },
  )

  it('returns no publishers for a region without images', async () => {
    expect(await sendRequest('?region=swedencentral&level=publisher')).toMatchObject({
      status: 200,
      body: { level: 'publisher', items: [] },
    })
  })

  it('returns 404 with the unknown name', async () => {
    expect((await sendRequest('?publisher=Nobody')).body).toMatchObject({ code: 'notFound', message: expect.stringContaining('Nobody') })
  })

  it('returns 502 when Azure denies the call', async () => {
    const fault = app.simulator.faults.add({ service: 'arm', path: '/publishers', action: { kind: 'status', status: 403 } })
    expect((await sendRequest('?region=ukwest')).status).toBe(502)
    expect((await sendRequest('?region=northeurope&level=publisher')).status).toBe(502)
    app.simulator.faults.remove(fault)
  })
})
