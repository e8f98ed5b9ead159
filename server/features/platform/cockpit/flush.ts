import { randomUUID } from 'node:crypto'
import type { ServiceWatch } from '../../../clients/watch.ts'
import type { Db } from '../../../db/database.ts'
import { keepSlowQueries } from '../../../db/keepSlowQueries.ts'
import type { SlowQueries } from '../../../db/slowQueries.ts'

/** Id of this process among all replicas. */
export const replica = randomUUID()
const everyMs = 10_000
/** A replica without a write in this time counts as stopped. */
export const goneMs = 60_000

interface Watched {
  db: Db
  watch: ServiceWatch
  slow: SlowQueries
  now: () => Date
}

/** Stores this process's statistics of outside services and slow statements, so that the cockpit of every replica can show them. */
export async function flush({ db, watch, slow, now }: Watched): Promise<void> {
  const at = now()
  const seen = [...watch.look(at.getTime())]
  if (seen.length > 0)
    await db
      .insertInto('service_health')
      .values(seen.map(([service, of]) => ({ replica, service, seen: JSON.stringify(of), at })))
      .onConflict((conflict) => conflict.columns(['replica', 'service']).doUpdateSet((row) => ({ seen: row.ref('excluded.seen'), at })))
      .execute()
  await db
    .deleteFrom('service_health')
    .where('at', '<', new Date(at.getTime() - 10 * goneMs))
    .execute()
  await keepSlowQueries(db, slow.take())
}

export function keepFlushing(watched: Watched & { log: { warn(details: object, text: string): void } }): { stop(): Promise<void> } {
  let writing: Promise<void> | undefined
  const write = () => {
    writing ??= flush(watched)
      .catch((error: unknown) => watched.log.warn({ err: error }, 'could not store the status of outside services'))
      .finally(() => {
        writing = undefined
      })
  }
  const timer = setInterval(write, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await writing
    },
  }
}
