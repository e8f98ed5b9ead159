import { type Static, Type } from 'typebox'
import { apiVersions } from '../arm/apiVersions.ts'
import { fetchAllPages } from '../pages.ts'
import type { Send } from '../pipeline.ts'

const Item = Type.Object({
  currencyCode: Type.String(),
  retailPrice: Type.Number({ minimum: 0 }),
  tierMinimumUnits: Type.Number(),
  armRegionName: Type.String(),
  productName: Type.String(),
  skuName: Type.String(),
  meterName: Type.String(),
  armSkuName: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  /** `1 Hour`, `1/Month`, `1 GB/Month`. */
  unitOfMeasure: Type.String(),
  isPrimaryMeterRegion: Type.Optional(Type.Boolean()),
})
export type RetailPrice = Static<typeof Item>

/** Filter for the price list. It is case-sensitive and uses the spelling of the list. */
export interface PriceQuery {
  serviceName: string
  armRegionName: string
  productName?: string
  skuName?: string
  armSkuName?: string
  meterName?: string
}

export type RetailPrices = ReturnType<typeof createRetailPrices>

/** Azure's public price list: pay-as-you-go prices before any discount. */
export function createRetailPrices(send: Send) {
  return {
    listPrices(question: PriceQuery, currency: string, maxPages = 5): Promise<RetailPrice[]> {
      const clauses = Object.entries({ ...question, priceType: 'Consumption' }).map(
        ([field, value]) => `${field} eq '${String(value).replaceAll("'", "''")}'`,
      )
      const query = { 'api-version': apiVersions.retailPrices, currencyCode: `'${currency}'`, $filter: clauses.join(' and ') }
      return fetchAllPages(send, { method: 'GET', path: '/api/retail/prices', query }, Item, { items: 'Items', maxPages })
    },
  }
}
