import { stableId } from '../../sample/stableId.ts'
import { type Line, priceLines } from './priceLines.ts'

export interface Price {
  currencyCode: string
  tierMinimumUnits: number
  reservationTerm?: string
  retailPrice: number
  unitPrice: number
  armRegionName: string
  location: string
  effectiveStartDate: string
  meterId: string
  meterName: string
  productId: string
  skuId: string
  productName: string
  skuName: string
  serviceName: string
  serviceId: string
  serviceFamily: string
  unitOfMeasure: string
  type: 'Consumption' | 'Reservation' | 'DevTestConsumption'
  isPrimaryMeterRegion: boolean
  armSkuName: string
}

const regions: Record<string, { location: string; factor: number }> = {
  uksouth: { location: 'UK South', factor: 1 },
  ukwest: { location: 'UK West', factor: 1.03 },
  northeurope: { location: 'EU North', factor: 0.96 },
  westeurope: { location: 'EU West', factor: 1.04 },
}
const currencies: Record<string, number> = { USD: 1, GBP: 0.79, EUR: 0.92 }

function present(line: Line, region: string, currencyCode: string): Price {
  const { location, factor } = regions[region]!
  const price = Math.round(line.usd * factor * currencies[currencyCode]! * 1e6) / 1e6
  const product = `DZH318Z0${stableId(line.product).slice(0, 4).toUpperCase()}`
  return {
    currencyCode,
    tierMinimumUnits: 0,
    retailPrice: price,
    unitPrice: price,
    armRegionName: region,
    location,
    effectiveStartDate: '2026-01-01T00:00:00Z',
    meterId: stableId(`meter/${line.product}/${line.meter}/${region}`),
    meterName: line.meter,
    productId: product,
    skuId: `${product}/${stableId(`${line.product}/${line.sku}`).slice(0, 4).toUpperCase()}`,
    productName: line.product,
    skuName: line.sku,
    serviceName: line.service,
    serviceId: `DZH3${stableId(line.service).slice(0, 8).toUpperCase()}`,
    serviceFamily: line.family,
    unitOfMeasure: line.unit,
    type: 'Consumption',
    isPrimaryMeterRegion: true,
    armSkuName: line.armSku ?? '',
  }
}

function reserved(price: Price): Price {
  const year = Math.round(price.retailPrice * 8_760 * 0.6)
  return { ...price, retailPrice: year, unitPrice: year, type: 'Reservation', reservationTerm: '1 Year' }
}

const cache = new Map<string, Price[]>()

export function priceList(currencyCode: string): Price[] | undefined {
  if (!(currencyCode in currencies)) return undefined
  const cached = cache.get(currencyCode)
  if (cached) return cached
  const list = Object.keys(regions).flatMap((region) =>
    priceLines.flatMap((line) => {
      const price = present(line, region, currencyCode)
      return price.serviceName === 'Virtual Machines' && price.skuName === price.meterName && !/Spot|Low/.test(price.skuName)
        ? [price, reserved(price)]
        : [price]
    }),
  )
  cache.set(currencyCode, list)
  return list
}
