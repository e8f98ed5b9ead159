import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { pricesOfSizes, type VmPrice } from './vmPrices.ts'

let app: TestApp
let time = Date.now()
beforeAll(async () => {
  app = await startTestApp({ runJobs: false, now: () => new Date(time) })
})
afterAll(() => app.close())

const dayMs = 86_400_000
const sendRequest = (query = '?region=uksouth') => app.as(app.persona('Daniel').id).get(`/utils/VirtualMachinePrices${query}`)
const countRequests = () => app.simulator.exchanges.list().filter(({ service }) => service === 'prices').length
const priceOf = (body: { items: VmPrice[] }, name: string) => body.items.find(({ size }) => size === name)

describe('listVirtualMachinePrices', () => {
  it('returns the monthly price per size, with Linux and Windows, in the requested currency', async () => {
    const { status, body } = await sendRequest()
    expect([status, body.region, body.currency]).toEqual([200, 'uksouth', 'GBP'])
    // The expected price is 0.112 dollars an hour, at 79 pence per dollar, for 730 hours.
    expect(priceOf(body, 'Standard_D2s_v5')).toEqual({ size: 'Standard_D2s_v5', linux: 6_459, windows: 11_764 })
    expect(priceOf((await sendRequest('?region=uksouth&currency=USD')).body, 'Standard_D2s_v5')!.linux).toBe(8_176)
    expect(priceOf(body, 'Standard_D4ps_v5')).toMatchObject({ linux: expect.any(Number), windows: null })
    expect(priceOf((await sendRequest('?region=ukwest')).body, 'Standard_D2s_v5')!.linux).toBeGreaterThan(6_459)
  })

  it('has a price for every size that Azure offers there', async () => {
    const account = app.company.accounts.find(({ status, ownerIds }) => status === 'active' && ownerIds.includes(app.persona('Daniel').id))!
    const { body } = await app.as(app.persona('Daniel').id).get(`/utils/VirtualMachineSkus?accountId=${account.id}&region=uksouth`)
    const pricedSizes = new Set((await sendRequest()).body.items.map(({ size }: VmPrice) => size))
    expect(body.items.filter(({ name }: { name: string }) => !pricedSizes.has(name))).toEqual([])
  })

  it('reads prices once a day, and returns the cached ones with their age while Azure does not respond', async () => {
    await sendRequest()
    const countBefore = countRequests()
    time += dayMs - 1
    const { fetchedAt } = (await sendRequest('?region=northeurope')).body
    await Promise.all([sendRequest('?region=northeurope'), sendRequest('?region=northeurope')])
    expect(countRequests()).toBe(countBefore + 1)
    time += dayMs
    app.simulator.faults.add({ service: 'prices', action: { kind: 'status', status: 400, body: {} } })
    expect((await sendRequest('?region=northeurope')).body).toMatchObject({ fetchedAt, region: 'northeurope' })
    expect((await sendRequest('?region=westeurope')).body.code).toBe('outsideFailed')
    app.simulator.faults.clear()
    expect((await sendRequest('?region=westeurope')).status).toBe(200)
  })

  roleSuite(
    'listVirtualMachinePrices',
    () => app,
    () => ({ path: '/utils/VirtualMachinePrices?region=uksouth' }),
  )

  it.each(['', '?region=UK South', '?region=uksouth&currency=XAU', '?region=uksouth&size=x'])('rejects “%s”', async (query) => {
    expect((await sendRequest(query)).status).toBe(400)
  })
})

it('leaves out spot, unrelated and non-hourly prices', () => {
  const line = (overrides: object) => ({
    ...{ currencyCode: 'GBP', retailPrice: 0.1, tierMinimumUnits: 0, armRegionName: 'uksouth', unitOfMeasure: '1 Hour' },
    ...{ productName: 'Virtual Machines Dsv5 Series', skuName: 'D2s v5', meterName: 'D2s v5', armSkuName: 'Standard_D2s_v5', ...overrides },
  })
  const excludedLines = [
    { skuName: 'D2s v5 Spot' },
    { meterName: 'D2s v5 Low Priority' },
    { productName: 'Dsv5 Series Cloud Services' },
    { currencyCode: 'USD' },
    { tierMinimumUnits: 10 },
    { unitOfMeasure: '1 GB' },
    { armSkuName: '' },
  ].map((overrides) => line({ retailPrice: 9, ...overrides }))
  const includedLines = [line({}), line({ retailPrice: 0.2, productName: 'Virtual Machines Dsv5 Series Windows' }), ...excludedLines]
  expect(pricesOfSizes(includedLines, 'GBP')).toEqual([{ size: 'Standard_D2s_v5', linux: 7_300, windows: 14_600 }])
})
