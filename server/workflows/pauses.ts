import { sql } from 'kysely'
import { deterministicGuid } from '../clients/deterministicGuid.ts'
import { type Db, inTransaction } from '../db/database.ts'
import type { ChangeFeed } from './changes.ts'
import { asideKey, type Handlers, type Jobs, type QueueName, type Queues } from './jobs.ts'

/** What is announced when a queue is paused or goes on. */
export const queueKind = 'queue'

/** Under this name all schedules are paused at once. */
export const allSchedules = 'schedules'

export async function isPaused(db: Db, queue: QueueName): Promise<boolean> {
  return (await db.selectFrom('queue_pauses').select('queue').where('queue', '=', queue).executeTakeFirst()) !== undefined
}

/**
 * Keeps a job of a paused queue until that goes on, once however often the same is asked for: what is sent again and again does not pile
 * up. @returns false when the queue is not paused after all
 */
async function putAside<N extends QueueName>({ db, jobs }: Needed, queue: N, data: Queues[N]): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // Whoever lets the queue go on waits for this, and finds the job.
    const pause = await tx.selectFrom('queue_pauses').select('paused_at').where('queue', '=', queue).forShare().executeTakeFirst()
    if (!pause) return false
    await jobs.send(tx, queue, data, { aside: deterministicGuid(queue, pause.paused_at.toISOString(), JSON.stringify(data)) })
    return true
  })
}

/** In the transaction in which the pause ends: what was put aside is due now. @returns how many jobs */
export async function bringBack(db: Db, queue: string): Promise<number> {
  const { rows } = await sql`update pgboss.job set start_after = now(), singleton_key = null
    where name = ${queue} and state in ('created', 'retry') and singleton_key = ${asideKey} returning id`.execute(db)
  return rows.length
}

interface Needed {
  db: Db
  jobs: Jobs
  changes: ChangeFeed
}

/** The handlers, each of which begins nothing while its queue is paused; one that is at work is asked to stop at its next checkpoint. */
export function pausable(needed: Needed, handlers: Handlers): Handlers {
  const { db, changes } = needed
  const wrap =
    <N extends QueueName>(queue: N) =>
    async (data: Queues[N], signal: AbortSignal): Promise<void> => {
      if ((await isPaused(db, queue)) && (await putAside(needed, queue, data ?? {}))) return
      const stopping = new AbortController()
      const stop = () => stopping.abort(new Error('The queue has been paused'))
      const unsubscribe = changes.subscribe(({ kind, id }) => {
        if (kind === queueKind && id === queue)
          void isPaused(db, queue).then(
            (paused) => paused && stop(),
            () => {},
          )
      })
      try {
        await handlers[queue](data, AbortSignal.any([signal, stopping.signal]))
      } finally {
        unsubscribe()
      }
    }
  const names = Object.keys(handlers) as QueueName[]
  return Object.fromEntries(names.map((queue) => [queue, wrap(queue)])) as unknown as Handlers
}
