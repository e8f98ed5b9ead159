import type { Clients } from '../../../clients/clients.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import type { Db } from '../../../db/database.ts'
import type { SpendReading } from './count.ts'
import { lookAt, type Place, placeKey } from './look.ts'
import type { MeteredResourceFacts } from './meters.ts'
import { freshPrices, type PriceUpdate } from './prices.ts'
import { partsOf, priceAll } from './rate.ts'

export interface MeteredSandbox extends Place {
  id: string
  currency: string
}

export interface ReadingBatch {
  readings: SpendReading[]
  learned: PriceUpdate[]
  failures: unknown[]
}

/** Reads the resources of sandboxes and their hourly cost, or the reason why that failed. Nothing is written. */
export async function readResourcesOfAll(
  world: { db: Db; clients: Pick<Clients, 'arm' | 'prices'>; now: Date },
  metered: readonly MeteredSandbox[],
  signal?: AbortSignal,
): Promise<ReadingBatch> {
  const looked: ReadingBatch = { readings: [], learned: [], failures: [] }
  if (metered.length === 0) return looked
  let found: Map<string, MeteredResourceFacts[]>
  try {
    found = await lookAt(world.clients, metered, signal)
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof OutsideError)) throw error
    const trouble = `Couldn’t read the resources of the sandbox. ${error.message}`
    return { readings: metered.map(({ id }) => ({ sandboxId: id, trouble })), learned: [], failures: [error] }
  }
  for (const [currency, group] of Map.groupBy(metered, (each) => each.currency)) {
    const seen = group.flatMap((each) => found.get(placeKey(each)) ?? [])
    const { prices, learned, failure } = await freshPrices(world, partsOf(seen), currency)
    looked.learned.push(...learned)
    if (failure !== undefined) looked.failures.push(failure)
    const trouble = failure instanceof OutsideError ? `Couldn’t read the price list, so earlier prices are used. ${failure.message}` : null
    for (const each of group) {
      const there = found.get(placeKey(each))
      looked.readings.push(
        there
          ? { sandboxId: each.id, found: priceAll(there, prices, currency), trouble }
          : { sandboxId: each.id, trouble: 'Slipway has no access to its subscription in Azure.' },
      )
    }
  }
  return looked
}
