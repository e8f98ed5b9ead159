import type { RetailPrice } from '../../../clients/prices/retailPrices.ts'
import { hourlyRate, minorOf } from './money.ts'

export interface VmPrice {
  size: string
  linux: number | null
  windows: number | null
}

/** Hours of a month, as Azure's own calculator counts them. */
const monthHours = 730n
/** What can be taken away at any moment, is paid for as something else, or is the licence alone. */
const another = /\b(Spot|Low Priority)\b|Cloud ?Services|Dedicated Host|Licen[cs]e/i

/** What a month of each size costs by the hour, out of the lines of a region's price list. */
export function pricesOfSizes(lines: readonly RetailPrice[], currency: string): VmPrice[] {
  const found = new Map<string, VmPrice>()
  for (const { armSkuName, productName, skuName, meterName, tierMinimumUnits, retailPrice, unitOfMeasure, currencyCode } of lines) {
    if (!armSkuName || currencyCode !== currency || tierMinimumUnits > 0 || another.test(`${productName} ${skuName} ${meterName}`)) continue
    const hourly = hourlyRate(retailPrice, unitOfMeasure, 1, currency)
    if (hourly === undefined || hourly === 0n) continue
    const month = minorOf(hourly * monthHours)
    const known = found.get(armSkuName) ?? { size: armSkuName, linux: null, windows: null }
    const system = /\bWindows\b/.test(productName) ? 'windows' : 'linux'
    // Where the list leaves a doubt, the dearest: an estimate is better too high.
    found.set(armSkuName, { ...known, [system]: Math.max(known[system] ?? 0, month) })
  }
  return [...found.values()].sort((a, b) => a.size.localeCompare(b.size))
}
