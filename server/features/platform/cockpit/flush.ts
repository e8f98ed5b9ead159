import { randomUUID } from 'node:crypto'
import type { ServiceWatch } from '../../../clients/watch.ts'
import type { Db } from '../../../db/database.ts'
import { reportOutages } from '../../../db/reportOutages.ts'
import type { SlowQueries } from '../../../db/slowQueries.ts'
import { storeSlowQueries } from '../../../db/storeSlowQueries.ts'
import type { FailureLog } from '../../../telemetry/countFailures.ts'

export const replica = randomUUID()
const pollIntervalMs = 10_000
/** A replica without a write in this time counts as stopped. */
export const replicaTtlMs = 60_000

interface FlushContext {
  db: Db
  watch: ServiceWatch
  slow: SlowQueries
  now: () => Date
}

export async function flush({ db, watch, slow, now }: FlushContext): Promise<void> {
  const at = now()
  const serviceCounts = [...watch.snapshot(at.getTime())]
  if (serviceCounts.length > 0)
    await db
      .insertInto('service_health')
      .values(serviceCounts.map(([service, counts]) => ({ replica, service, seen: JSON.stringify(counts), at })))
      .onConflict((conflict) => conflict.columns(['replica', 'service']).doUpdateSet((row) => ({ seen: row.ref('excluded.seen'), at })))
      .execute()
  await db
    .deleteFrom('service_health')
    .where('at', '<', new Date(at.getTime() - 10 * replicaTtlMs))
    .execute()
  await storeSlowQueries(db, slow.take())
}

export function startFlushing(flushContext: FlushContext & { log: FailureLog }): { stop(): Promise<void> } {
  const text = 'could not store the status of external services'
  const outages = reportOutages(flushContext.log, { component: 'service status', text })
  let currentWrite: Promise<void> | undefined
  const write = () => {
    currentWrite ??= flush(flushContext)
      .then(outages.worked, outages.failed)
      .finally(() => {
        currentWrite = undefined
      })
  }
  const timer = setInterval(write, pollIntervalMs)
  return {
    async stop() {
      clearInterval(timer)
      await currentWrite
    },
  }
}
