import { sql } from 'kysely'
import { inTransaction } from '../../../db/database.ts'
import { isDueForMetering } from '../sandboxes/dueForMetering.ts'
import { addSpend } from './count.ts'
import { fetchBills } from './fetchBills.ts'
import { fetchSandboxResources, type MeteredSandbox } from './fetchSandboxResources.ts'
import { findIdle } from './findIdle.ts'
import type { MeterContext } from './meterContext.ts'
import { storePrices } from './prices.ts'
import { actOnThresholds } from './thresholds.ts'
import { syncTypicalPrices } from './typicalCost.ts'

const batchSize = 1_000
const readingsPerBatch = 100

export interface MeterCursor {
  subscriptionId: string
  id: string
}

/** Counts spend in batches; each job enqueues the next. After the last batch it reads the bills and looks for idle sandboxes. */
export async function meterSandboxes(context: MeterContext, { after }: { after?: MeterCursor }, signal?: AbortSignal): Promise<void> {
  const { db, clients, jobs, now, log } = context
  if (!after) {
    const { failure } = await syncTypicalPrices({ db, clients, now: now() })
    if (failure !== undefined) log.warn({ err: failure }, 'couldn’t read the price list')
  }
  const meteredSandboxes = await dueAfter(after)
  const { readings, learned, failures } = await fetchSandboxResources({ db, clients, now: now() }, meteredSandboxes, signal)
  for (const failure of failures) log.warn({ err: failure }, 'couldn’t calculate the cost of some sandboxes')
  await storePrices(db, learned)
  for (let startIndex = 0; startIndex < readings.length; startIndex += readingsPerBatch) {
    signal?.throwIfAborted()
    const batch = readings.slice(startIndex, startIndex + readingsPerBatch)
    await inTransaction(db, (tx) => addSpend(tx, batch, now()))
    await actOnThresholds(
      context,
      batch.map(({ sandboxId }) => sandboxId),
    )
  }
  const lastMetered = meteredSandboxes.at(-1)
  if (lastMetered && meteredSandboxes.length === batchSize) {
    await jobs.send(db, 'meterSandboxes', { after: { subscriptionId: lastMetered.subscription_id, id: lastMetered.id } })
    return
  }
  await fetchBills(context, signal)
  await findIdle(context, signal)

  function dueAfter(from: MeterCursor | undefined): Promise<MeteredSandbox[]> {
    return db
      .selectFrom('sandboxes as s')
      .leftJoin('sandbox_meters as m', 'm.sandbox_id', 's.id')
      .select(['s.id', 's.currency', 's.resource_group', sql<string>`s.subscription_id`.as('subscription_id')])
      .where(isDueForMetering(now()))
      .$if(from !== undefined, (query) => query.where(sql<boolean>`(s.subscription_id, s.id) > (${from?.subscriptionId}, ${from?.id})`))
      .orderBy('s.subscription_id')
      .orderBy('s.id')
      .limit(batchSize)
      .execute()
  }
}
