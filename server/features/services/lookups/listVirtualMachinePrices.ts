import { Type } from 'typebox'
import { operation } from '../../../http/operation.ts'
import { Timestamp } from '../../../people/schemas.ts'
import { createKept } from './kept.ts'
import { pricesOfSizes, type VmPrice } from './vmPrices.ts'

/** Each entry has some hundreds of sizes of about 100 bytes. */
const keptPrices = createKept<VmPrice[]>({ ageMs: 86_400_000, maxEntries: 60 })
/** A region has a few thousand lines for machines, at 1,000 per page. */
const maxPages = 15

const Month = Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'Minor units; null if the price list has no price.' })

export const listVirtualMachinePrices = operation({
  id: 'listVirtualMachinePrices',
  method: 'GET',
  path: '/utils/VirtualMachinePrices',
  tag: 'utils',
  summary: 'List monthly prices of virtual machine sizes in a region',
  description:
    'From Azure’s public price list at `fetchedAt`, at most a day ago, or longer if it is unavailable. 730 hours, pay as you go, without discounts and disks.',
  access: 'signedIn',
  perMinute: 120,
  query: Type.Object(
    {
      region: Type.String({ pattern: '^[a-z][a-z0-9]{2,39}$', description: 'Such as uksouth.' }),
      currency: Type.Optional(Type.Enum(['GBP', 'EUR', 'USD'], { default: 'GBP' })),
    },
    { additionalProperties: false },
  ),
  answers: {
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
    return keptPrices(clients, `${region} ${currency}`, { now: now() }, async () => {
      const question = { serviceName: 'Virtual Machines', armRegionName: region }
      return pricesOfSizes(await clients.prices.listPrices(question, currency, maxPages), currency)
    })
  },
  async handler({ query: { region, currency = 'GBP' } }, { value, fetchedAt }) {
    return { region, currency, items: value, fetchedAt: fetchedAt.toISOString() }
  },
})
