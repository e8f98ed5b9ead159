import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import type { Db } from '../../../db/database.ts'
import type { SpendReading } from './count.ts'
import { fetchScopeResources, type SandboxScope, toScopeKey } from './fetchScopeResources.ts'
import { spendProblems } from './labels.ts'
import type { MeteredResourceFacts } from './meters.ts'
import { type PriceUpdate, refreshPrices } from './prices.ts'
import { partsOf, priceAll } from './rate.ts'

export interface MeteredSandbox extends SandboxScope {
  id: string
  currency: string
}

export interface ReadingBatch {
  readings: SpendReading[]
  learned: PriceUpdate[]
  failures: unknown[]
}

/** Reads the resources of sandboxes and their hourly cost, or the reason why that failed. Writes nothing. */
export async function fetchSandboxResources(
  context: { db: Db; clients: Pick<Clients, 'arm' | 'prices'>; now: Date },
  meteredSandboxes: readonly MeteredSandbox[],
  signal?: AbortSignal,
): Promise<ReadingBatch> {
  const readingBatch: ReadingBatch = { readings: [], learned: [], failures: [] }
  if (meteredSandboxes.length === 0) return readingBatch
  let resourcesByScope: Map<string, MeteredResourceFacts[]>
  try {
    resourcesByScope = await fetchScopeResources(context.clients, meteredSandboxes, signal)
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof ExternalError)) throw error
    const failureMessage = `${spendProblems.resources} ${error.message}`
    return { readings: meteredSandboxes.map(({ id }) => ({ sandboxId: id, problem: failureMessage })), learned: [], failures: [error] }
  }
  for (const [currency, group] of Map.groupBy(meteredSandboxes, (each) => each.currency)) {
    const meteredResources = group.flatMap((each) => resourcesByScope.get(toScopeKey(each)) ?? [])
    const { prices, learned, failure } = await refreshPrices(context, partsOf(meteredResources), currency)
    readingBatch.learned.push(...learned)
    if (failure !== undefined) readingBatch.failures.push(failure)
    const failureMessage = failure instanceof ExternalError ? `${spendProblems.prices} ${failure.message}` : null
    for (const each of group) {
      const resourcesInScope = resourcesByScope.get(toScopeKey(each))
      readingBatch.readings.push(
        resourcesInScope
          ? { sandboxId: each.id, found: priceAll(resourcesInScope, prices, currency), problem: failureMessage }
          : { sandboxId: each.id, problem: 'Slipway has no access to the sandbox’s subscription in Azure.' },
      )
    }
  }
  return readingBatch
}
