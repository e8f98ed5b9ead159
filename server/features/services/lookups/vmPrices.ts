import type { RetailPrice } from '../../../clients/prices/retailPrices.ts'
import { hourlyRate, minorOf } from './money.ts'

export interface VmPrice {
  size: string
  linux: number | null
  windows: number | null
}

/** Hours of a month in Azure's pricing calculator. */
const monthHours = 730n
/** Prices that don't apply to ordinary machines: interruptible capacity, other services, and licences alone. */
const another = /\b(Spot|Low Priority)\b|Cloud ?Services|Dedicated Host|Licen[cs]e/i

/** Monthly pay-as-you-go prices by size, from the price list of a region. */
export function pricesOfSizes(lines: readonly RetailPrice[], currency: string): VmPrice[] {
  const found = new Map<string, VmPrice>()
  for (const { armSkuName, productName, skuName, meterName, tierMinimumUnits, retailPrice, unitOfMeasure, currencyCode } of lines) {
    if (!armSkuName || currencyCode !== currency || tierMinimumUnits > 0 || another.test(`${productName} ${skuName} ${meterName}`)) continue
    const hourly = hourlyRate(retailPrice, unitOfMeasure, 1, currency)
    if (hourly === undefined || hourly === 0n) continue
    const month = minorOf(hourly * monthHours)
    const known = found.get(armSkuName) ?? { size: armSkuName, linux: null, windows: null }
    const system = /\bWindows\b/.test(productName) ? 'windows' : 'linux'
    // If the list has several prices the highest is used, because an estimate should not be too low.
    found.set(armSkuName, { ...known, [system]: Math.max(known[system] ?? 0, month) })
  }
  return [...found.values()].sort((a, b) => a.size.localeCompare(b.size))
}
