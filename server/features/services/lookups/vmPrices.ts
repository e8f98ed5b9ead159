import type { RetailPrice } from '../../../clients/prices/retailPrices.ts'
import { hourlyRate, minorOf } from './money.ts'

export interface VmPrice {
  size: string
  linux: number | null
  windows: number | null
}

/** Number of hours in a month, as Azure's pricing calculator uses it. */
const monthHours = 730n
/** Prices that don't apply to ordinary VMs: capacity that Azure can evict, other services, and licences without a VM. */
const otherOffer = /\b(Spot|Low Priority)\b|Cloud ?Services|Dedicated Host|Licen[cs]e/i

export function pricesOfSizes(priceRows: readonly RetailPrice[], currency: string): VmPrice[] {
  const priceBySize = new Map<string, VmPrice>()
  for (const { armSkuName, productName, skuName, meterName, tierMinimumUnits, retailPrice, unitOfMeasure, currencyCode } of priceRows) {
    if (!armSkuName || currencyCode !== currency || tierMinimumUnits > 0 || otherOffer.test(`${productName} ${skuName} ${meterName}`))
      continue
    const hourly = hourlyRate(retailPrice, unitOfMeasure, 1, currency)
    if (hourly === undefined || hourly === 0n) continue
    const month = minorOf(hourly * monthHours)
    const vmPrice = priceBySize.get(armSkuName) ?? { size: armSkuName, linux: null, windows: null }
    const system = /\bWindows\b/.test(productName) ? 'windows' : 'linux'
    // If the list has several prices, the highest is used, because an estimate should not be too low.
    priceBySize.set(armSkuName, { ...vmPrice, [system]: Math.max(vmPrice[system] ?? 0, month) })
  }
  return [...priceBySize.values()].sort((a, b) => a.size.localeCompare(b.size))
}
