import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { Timestamp } from '../../../people/schemas.ts'
import { createCache } from './createCache.ts'
import { pricesOfSizes, type VmPrice } from './vmPrices.ts'

const priceCache = createCache<VmPrice[]>({ ageMs: 86_400_000, maxEntries: 60 })
/** The price list has a few thousand lines for the VMs of a region, at 1,000 lines per page. */
const maxPages = 15

const Month = Type.Unsafe<number | null>({
  type: ['integer', 'null'],
  description: 'Monthly price in minor units of the currency; null if the price list has none.',
})

export const listVirtualMachinePrices = operation({
  id: 'listVirtualMachinePrices',
  method: 'GET',
  path: '/utils/VirtualMachinePrices',
  tag: 'utils',
  summary: 'List monthly prices of virtual machine sizes in a region',
  description:
    'Prices are for 730 hours pay-as-you-go, without discounts and disks. `fetchedAt` is when Azure’s public price list was read, at most one day ago, or longer if it is unavailable.',
  access: 'signedIn',
  perMinute: 120,
  query: Type.Object(
    {
      region: Type.String({ pattern: '^[a-z][a-z0-9]{2,39}$', description: 'Azure region, such as uksouth.' }),
      currency: Type.Optional(Type.Enum(['GBP', 'EUR', 'USD'], { default: 'GBP' })),
    },
    { additionalProperties: false },
  ),
  responses: {
    200: Type.Object({
      region: Type.String(),
      currency: Type.String(),
      items: Type.Array(Type.Object({ size: Type.String(), linux: Month, windows: Month })),
      fetchedAt: Timestamp,
    }),
  },
  errors: ['outsideFailed'],
  prepare({ clients, query, now }) {
    const { region, currency = 'GBP' } = query
    return priceCache(clients, `${region} ${currency}`, { now: now() }, async () => {
      const question = { serviceName: 'Virtual Machines', armRegionName: region }
      return pricesOfSizes(await clients.prices.listPrices(question, currency, maxPages), currency)
    })
  },
  async handler({ query: { region, currency = 'GBP' } }, { value, fetchedAt }) {
    return { region, currency, items: value, fetchedAt: fetchedAt.toISOString() }
  },
})
