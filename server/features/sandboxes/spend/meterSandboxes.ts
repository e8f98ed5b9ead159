import { sql } from 'kysely'
import { inTransaction } from '../../../db/database.ts'
import { addSpend } from './count.ts'
import { fetchBills } from './fetchBills.ts'
import { findIdle } from './findIdle.ts'
import type { MeterContext } from './meterContext.ts'
import { keepPrices } from './prices.ts'
import { type MeteredSandbox, readResourcesOfAll } from './readResourcesOfAll.ts'
import { actOnThresholds } from './thresholds.ts'
import { syncTypicalPrices } from './typicalCost.ts'

const batchSize = 1_000
const chunk = 100
/** A sandbox that was counted this recently is skipped, so that a repeated job continues where the first one stopped. */
const soonestMs = 5 * 60_000

/** The position of a scan: after this sandbox, in the order of subscriptions. */
export interface MeterAfter {
  subscriptionId: string
  id: string
}

/** Counts spend in batches; each job enqueues the next. After the last batch it reads the bills and looks for idle sandboxes. */
export async function meterSandboxes(context: MeterContext, { after }: { after?: MeterAfter }, signal?: AbortSignal): Promise<void> {
  const { db, clients, jobs, now, log } = context
  if (!after) {
    const { failure } = await syncTypicalPrices({ db, clients, now: now() })
    if (failure !== undefined) log.warn({ err: failure }, 'couldn’t read the price list')
  }
  const metered = await dueAfter(after)
  const { readings, learned, failures } = await readResourcesOfAll({ db, clients, now: now() }, metered, signal)
  for (const failure of failures) log.warn({ err: failure }, 'couldn’t find the cost of some sandboxes')
  await keepPrices(db, learned)
  for (let at = 0; at < readings.length; at += chunk) {
    signal?.throwIfAborted()
    const some = readings.slice(at, at + chunk)
    await inTransaction(db, (tx) => addSpend(tx, some, now()))
    await actOnThresholds(
      context,
      some.map(({ sandboxId }) => sandboxId),
    )
  }
  const last = metered.at(-1)
  if (last && metered.length === batchSize) {
    await jobs.send(db, 'meterSandboxes', { after: { subscriptionId: last.subscription_id, id: last.id } })
    return
  }
  await fetchBills(context, signal)
  await findIdle(context, signal)

  function dueAfter(from: MeterAfter | undefined): Promise<MeteredSandbox[]> {
    return db
      .selectFrom('sandboxes as s')
      .leftJoin('sandbox_meters as m', 'm.sandbox_id', 's.id')
      .select(['s.id', 's.currency', 's.resource_group', sql<string>`s.subscription_id`.as('subscription_id')])
      .where(sql<boolean>`s.subscription_id is not null and s.lease_start is not null and m.closed_at is null`)
      .where(
        sql<boolean>`(s.status in ('active', 'frozen', 'deleting', 'quarantined') or (s.status = 'deleted' and m.sandbox_id is not null))`,
      )
      .where(sql<boolean>`coalesce(m.counted_to, '-infinity') <= ${new Date(now().getTime() - soonestMs)}`)
      .$if(from !== undefined, (query) => query.where(sql<boolean>`(s.subscription_id, s.id) > (${from?.subscriptionId}, ${from?.id})`))
      .orderBy('s.subscription_id')
      .orderBy('s.id')
      .limit(batchSize)
      .execute()
  }
}
