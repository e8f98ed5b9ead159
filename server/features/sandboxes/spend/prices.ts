import type { Clients } from '../../../clients/clients.ts'
import type { RetailPrice } from '../../../clients/prices/retailPrices.ts'
import type { Db } from '../../../db/database.ts'
import { hourlyRate } from '../../services/lookups/money.ts'
import type { Part } from './meters.ts'

const cacheMs = 86_400_000
const batchSize = 4
/** Prices read in one batch; the rest follows in the next. */
const maxRequested = 200

export interface Known {
  /** The price per hour and unit, in millionths of a minor unit; null if the price list has none. */
  hourly: bigint | null
  fetchedAt: Date
}
export type Prices = ReadonlyMap<string, Known>

export function priceKey({ question, windows = false }: Part, currency: string): string {
  const { serviceName, armRegionName, productName = '', skuName = '', armSkuName = '', meterName = '' } = question
  return [currency, armRegionName, serviceName, productName, skuName, armSkuName, meterName, windows ? 'Windows' : ''].join('|')
}

/** Reads stored prices. They are at most a day old while the price list is available. */
export async function readPrices(db: Db, keys: readonly string[]): Promise<Map<string, Known>> {
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

export interface AskedPrices {
  prices: Prices
  learned: PriceUpdate[]
  failure?: unknown
}

/**
 * Reads prices and refreshes those older than a day. If the price list fails, old prices stay. Nothing is written; `keepPrices` does that.
 */
export async function freshPrices(
  { db, clients, now }: { db: Db; clients: Pick<Clients, 'prices'>; now: Date },
  wanted: readonly Part[],
  currency: string,
): Promise<AskedPrices> {
  const byKey = new Map(wanted.map((part) => [priceKey(part, currency), part]))
  const known = await readPrices(db, [...byKey.keys()])
  const old = [...byKey].filter(([key]) => {
    const price = known.get(key)
    return !price || now.getTime() - price.fetchedAt.getTime() >= cacheMs
  })
  const learned: PriceUpdate[] = []
  let failure: unknown
  const queue = old.slice(0, maxRequested)
  const fetchInTurn = async (): Promise<void> => {
    for (let next = queue.shift(); next && failure === undefined; next = queue.shift()) {
      const [key, part] = next
      try {
        const hourly = choose(await clients.prices.listPrices(part.question, currency), part, currency)
        known.set(key, { hourly, fetchedAt: now })
        learned.push({ key, currency, hourly: hourly === null ? null : Number(hourly), fetched_at: now })
      } catch (error) {
        failure ??= error
      }
    }
  }
  await Promise.all(Array.from({ length: batchSize }, fetchInTurn))
  return { prices: known, learned, ...(failure === undefined ? {} : { failure }) }
}

/** Stores prices in the order of their keys, so that two callers don’t deadlock. */
export async function keepPrices(db: Db, learned: readonly PriceUpdate[]): Promise<void> {
  if (learned.length === 0) return
  await db
    .insertInto('retail_prices')
    .values(learned.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => ({ hourly: row.ref('excluded.hourly'), fetched_at: row.ref('excluded.fetched_at') })),
    )
    .execute()
}

/** Prefers hourly pay-as-you-go prices over spot and low-priority prices, which can be evicted. */
function choose(found: RetailPrice[], { windows }: Part, currency: string): bigint | null {
  const rates = found
    .filter(({ skuName, meterName, productName, tierMinimumUnits, currencyCode }) => {
      if (currencyCode !== currency || tierMinimumUnits > 0 || /\b(Spot|Low Priority)\b/.test(`${skuName} ${meterName}`)) return false
      return windows === undefined || /\bWindows\b/.test(productName) === windows
    })
    .flatMap(({ retailPrice, unitOfMeasure }) => hourlyRate(retailPrice, unitOfMeasure, 1, currency) ?? [])
  // If several prices match, the highest counts, because an estimate should not be too low.
  return rates.length === 0 ? null : rates.reduce((max, rate) => (rate > max ? rate : max))
}
