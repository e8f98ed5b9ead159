import { sql } from 'kysely'
import { deterministicGuid } from '../clients/deterministicGuid.ts'
import { type Db, inTransaction } from '../db/database.ts'
import type { ChangeFeed } from './changes.ts'
import { type Handlers, type Jobs, pausedJobKey, type QueueName, type Queues } from './jobs.ts'
import { isPausedAfterRestore, restoreKind } from './restorePause.ts'

export const queueKind = 'queue'

const restoreDelayMs = 30_000

export const allSchedules = 'schedules'

export async function isPaused(db: Db, queue: QueueName): Promise<boolean> {
  return (await db.selectFrom('queue_pauses').select('queue').where('queue', '=', queue).executeTakeFirst()) !== undefined
}

/**
 * Holds a job of a paused queue until the queue is resumed. Identical jobs are held once, so that repeated jobs don't accumulate.
 * @returns false if the queue is no longer paused
 */
async function deferJob<N extends QueueName>({ db, jobs }: PauseContext, queue: N, data: Queues[N]): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // A call that resumes the queue waits for this lock, and then finds the job.
    const pause = await tx.selectFrom('queue_pauses').select('paused_at').where('queue', '=', queue).forShare().executeTakeFirst()
    if (!pause) return false
    await jobs.send(tx, queue, data, { jobKey: deterministicGuid(queue, pause.paused_at.toISOString(), JSON.stringify(data)) })
    return true
  })
}

export async function restore(db: Db, queue: string): Promise<number> {
  const { rows } = await sql`update pgboss.job set start_after = now(), singleton_key = null
    where name = ${queue} and state in ('created', 'retry') and singleton_key = ${pausedJobKey} returning id`.execute(db)
  // pg-boss notifies its workers on this channel of jobs that it adds. The jobs would otherwise wait for the next poll.
  if (rows.length > 0) await sql`select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), ${queue})`.execute(db)
  return rows.length
}

interface PauseContext {
  db: Db
  jobs: Jobs
  changes: ChangeFeed
}

/** Wraps handlers, so that jobs don't start in a paused queue or after a restore, and running handlers stop at their next checkpoint. */
export function withPauses(pauseContext: PauseContext, handlers: Handlers): Handlers {
  const { db, changes } = pauseContext
  const wrap =
    <N extends QueueName>(queue: N) =>
    async (data: Queues[N], signal: AbortSignal): Promise<void> => {
      // The database was restored while this process was running; otherwise the process would not have started jobs.
      if (await isPausedAfterRestore(db)) return pauseContext.jobs.send(db, queue, data ?? {}, { afterMs: restoreDelayMs })
      if ((await isPaused(db, queue)) && (await deferJob(pauseContext, queue, data ?? {}))) return
      const stopController = new AbortController()
      const stop = () => stopController.abort(new Error('The queue or Slipway was paused'))
      const unsubscribe = changes.subscribe(({ kind, id }) => {
        const check = kind === restoreKind ? isPausedAfterRestore(db) : kind === queueKind && id === queue ? isPaused(db, queue) : undefined
        check?.then(
          (paused) => paused && stop(),
          () => {},
        )
      })
      try {
        await handlers[queue](data, AbortSignal.any([signal, stopController.signal]))
      } finally {
        unsubscribe()
      }
    }
  const names = Object.keys(handlers) as QueueName[]
  return Object.fromEntries(names.map((queue) => [queue, wrap(queue)])) as unknown as Handlers
}
