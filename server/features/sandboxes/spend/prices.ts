import type { Clients } from '../../../clients/clients.ts'
import type { RetailPrice } from '../../../clients/prices/retailPrices.ts'
import type { Db } from '../../../db/database.ts'
import { hourlyRate } from '../../services/lookups/money.ts'
import type { Part } from './meters.ts'

const keptMs = 86_400_000
const atOnce = 4
/** So many prices are asked for in one go; the rest in the next. */
const mostAsked = 200

export interface Known {
  /** An hour of one, in millionths of a minor unit; null: the price list has none. */
  hourly: bigint | null
  fetchedAt: Date
}
/** What is known of each price; a key that is missing has never been answered. */
export type Prices = ReadonlyMap<string, Known>

/** One price in one currency. */
export function priceKey({ question, windows = false }: Part, currency: string): string {
  const { serviceName, armRegionName, productName = '', skuName = '', armSkuName = '', meterName = '' } = question
  return [currency, armRegionName, serviceName, productName, skuName, armSkuName, meterName, windows ? 'Windows' : ''].join('|')
}

/** The prices as they were last told, at most a day ago where the list could be asked since. */
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

/** A price just told by the list, to be kept. */
export interface Learned {
  key: string
  currency: string
  hourly: number | null
  fetched_at: Date
}

export interface AskedPrices {
  prices: Prices
  learned: Learned[]
  /** Why the list could not be asked. */
  failure?: unknown
}

/**
 * The prices of these parts, those older than a day asked for anew. A list that does not answer leaves what was known, however old
 * that is. Asks outside and writes nothing: see `keepPrices`.
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
    return !price || now.getTime() - price.fetchedAt.getTime() >= keptMs
  })
  const learned: Learned[] = []
  let failure: unknown
  const queue = old.slice(0, mostAsked)
  const askInTurn = async (): Promise<void> => {
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
  await Promise.all(Array.from({ length: atOnce }, askInTurn))
  return { prices: known, learned, ...(failure === undefined ? {} : { failure }) }
}

/** Keeps what the list told. In the order of the keys, so that two who keep the same wait for each other instead of both. */
export async function keepPrices(db: Db, learned: readonly Learned[]): Promise<void> {
  if (learned.length === 0) return
  await db
    .insertInto('retail_prices')
    .values(learned.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => ({ hourly: row.ref('excluded.hourly'), fetched_at: row.ref('excluded.fetched_at') })),
    )
    .execute()
}

/** The one that is meant among those that answer: by the hour and for anybody, not what is cheap because it can be taken away. */
function choose(found: RetailPrice[], { windows }: Part, currency: string): bigint | null {
  const rates = found
    .filter(({ skuName, meterName, productName, tierMinimumUnits, currencyCode }) => {
      if (currencyCode !== currency || tierMinimumUnits > 0 || /\b(Spot|Low Priority)\b/.test(`${skuName} ${meterName}`)) return false
      return windows === undefined || /\bWindows\b/.test(productName) === windows
    })
    .flatMap(({ retailPrice, unitOfMeasure }) => hourlyRate(retailPrice, unitOfMeasure, 1, currency) ?? [])
  // Where the list leaves a doubt, the dearest: an estimate is better too high.
  return rates.length === 0 ? null : rates.reduce((most, rate) => (rate > most ? rate : most))
}
