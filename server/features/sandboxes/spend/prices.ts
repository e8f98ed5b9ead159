import type { Clients } from '../../../clients/clients.ts'
import type { RetailPrice } from '../../../clients/prices/retailPrices.ts'
import type { Db } from '../../../db/database.ts'
import { hourlyRate } from '../../services/lookups/money.ts'
import type { ChargePart } from './meters.ts'

const cacheMs = 86_400_000
const batchSize = 4
/** Number of prices that one batch reads. The next batch reads the others. */
const maxRequested = 200

interface KnownPrice {
  /** The price per hour and unit, in millionths of a minor unit; null if the price list has no price. */
  hourly: bigint | null
  fetchedAt: Date
}
export type Prices = ReadonlyMap<string, KnownPrice>

export function priceKey({ question, windows = false }: ChargePart, currency: string): string {
  const { serviceName, armRegionName, productName = '', skuName = '', armSkuName = '', meterName = '' } = question
  return [currency, armRegionName, serviceName, productName, skuName, armSkuName, meterName, windows ? 'Windows' : ''].join('|')
}

export async function loadPrices(db: Db, keys: readonly string[]): Promise<Map<string, KnownPrice>> {
  if (keys.length === 0) return new Map()
  const rows = await db
    .selectFrom('retail_prices')
    .select(['key', 'hourly', 'fetched_at'])
    .where('key', 'in', [...new Set(keys)])
    .execute()
  return new Map(
    rows.map(({ key, hourly, fetched_at }) => [key, { hourly: hourly === null ? null : BigInt(hourly), fetchedAt: fetched_at }]),
  )
}

export interface PriceUpdate {
  key: string
  currency: string
  hourly: number | null
  fetched_at: Date
}

interface PriceResult {
  prices: Prices
  learned: PriceUpdate[]
  failure?: unknown
}

/**
 * Reads prices and refreshes prices that are older than a day. If the price list fails, old prices stay. This function writes nothing;
 * `storePrices` stores the prices.
 */
export async function refreshPrices(
  { db, clients, now }: { db: Db; clients: Pick<Clients, 'prices'>; now: Date },
  requestedParts: readonly ChargePart[],
  currency: string,
): Promise<PriceResult> {
  const byKey = new Map(requestedParts.map((chargePart) => [priceKey(chargePart, currency), chargePart]))
  const knownPrices = await loadPrices(db, [...byKey.keys()])
  const old = [...byKey].filter(([key]) => {
    const price = knownPrices.get(key)
    return !price || now.getTime() - price.fetchedAt.getTime() >= cacheMs
  })
  const priceUpdates: PriceUpdate[] = []
  let failure: unknown
  const queue = old.slice(0, maxRequested)
  const fetchNextPrice = async (): Promise<void> => {
    for (let next = queue.shift(); next && failure === undefined; next = queue.shift()) {
      const [key, chargePart] = next
      try {
        const hourly = choosePrice(await clients.prices.listPrices(chargePart.question, currency), chargePart, currency)
        knownPrices.set(key, { hourly, fetchedAt: now })
        priceUpdates.push({ key, currency, hourly: hourly === null ? null : Number(hourly), fetched_at: now })
      } catch (error) {
        failure ??= error
      }
    }
  }
  await Promise.all(Array.from({ length: batchSize }, fetchNextPrice))
  return { prices: knownPrices, learned: priceUpdates, ...(failure === undefined ? {} : { failure }) }
}

/** Stores prices in the order of their keys, so that two callers can’t deadlock. */
export async function storePrices(db: Db, priceUpdates: readonly PriceUpdate[]): Promise<void> {
  if (priceUpdates.length === 0) return
  await db
    .insertInto('retail_prices')
    .values(priceUpdates.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => ({ hourly: row.ref('excluded.hourly'), fetched_at: row.ref('excluded.fetched_at') })),
    )
    .execute()
}

/** Chooses the hourly pay-as-you-go price. Spot and low-priority VMs are cheaper, but Azure can evict them. */
function choosePrice(retailPrices: RetailPrice[], { windows }: ChargePart, currency: string): bigint | null {
  const hourlyRates = retailPrices
    .filter(({ skuName, meterName, productName, tierMinimumUnits, currencyCode }) => {
      if (currencyCode !== currency || tierMinimumUnits > 0 || /\b(Spot|Low Priority)\b/.test(`${skuName} ${meterName}`)) return false
      return windows === undefined || /\bWindows\b/.test(productName) === windows
    })
    .flatMap(({ retailPrice, unitOfMeasure }) => hourlyRate(retailPrice, unitOfMeasure, 1, currency) ?? [])
  // If several prices match, the highest price is used, because an estimate should not be too low.
  return hourlyRates.length === 0 ? null : hourlyRates.reduce((max, rate) => (rate > max ? rate : max))
}
