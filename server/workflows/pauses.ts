import { sql } from 'kysely'
import { deterministicGuid } from '../clients/deterministicGuid.ts'
import { type Db, inTransaction } from '../db/database.ts'
import type { ChangeFeed } from './changes.ts'
import { asideKey, type Handlers, type Jobs, type QueueName, type Queues } from './jobs.ts'

/** Announced when a queue is paused or resumed. */
export const queueKind = 'queue'

/** A pause with this name stops all schedules. */
export const allSchedules = 'schedules'

export async function isPaused(db: Db, queue: QueueName): Promise<boolean> {
  return (await db.selectFrom('queue_pauses').select('queue').where('queue', '=', queue).executeTakeFirst()) !== undefined
}

/**
 * Holds a job of a paused queue until it is resumed. Equal jobs are held once, so that repeated ones don't pile up. @returns false if the
 * queue is no longer paused
 */
async function putAside<N extends QueueName>({ db, jobs }: Needed, queue: N, data: Queues[N]): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // Resuming the queue waits for this lock, and then finds the job.
    const pause = await tx.selectFrom('queue_pauses').select('paused_at').where('queue', '=', queue).forShare().executeTakeFirst()
    if (!pause) return false
    await jobs.send(tx, queue, data, { aside: deterministicGuid(queue, pause.paused_at.toISOString(), JSON.stringify(data)) })
    return true
  })
}

/** Releases held jobs, in the transaction that ends the pause. @returns the number of jobs */
export async function restore(db: Db, queue: string): Promise<number> {
  const { rows } = await sql`update pgboss.job set start_after = now(), singleton_key = null
    where name = ${queue} and state in ('created', 'retry') and singleton_key = ${asideKey} returning id`.execute(db)
  return rows.length
}

interface Needed {
  db: Db
  jobs: Jobs
  changes: ChangeFeed
}

/** Wraps handlers: a paused queue starts no job, and running handlers stop at their next checkpoint. */
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
