import { CompiledQuery } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { Db } from '../db/database.ts'
import { ranBy } from '../db/ranBy.ts'
import { openSlots, type Slots } from './slots.ts'

/** Queues and their payloads: IDs only, so that a job never has stale or secret data. */
export interface Queues {
  work: { runId: string }
  syncDirectory: Record<string, never>
  /** Check the health of accounts: all, all after one, or a single one. */
  checkHealth: { after?: string; accountId?: string }
  /** Compare the directory with the record, for the next accounts of the current scan. */
  reconcileAccess: Record<string, never>
  groupAlerts: Record<string, never>
  syncAlertsToServiceNow: Record<string, never>
  /** Measure the spend of sandboxes: all, or all after one. */
  meterSandboxes: { after?: { subscriptionId: string; id: string } }
  /** Verify the audit trail: a person's verification, or the nightly one without an ID. */
  verifyAudit: { id?: string }
  replayPolicy: { replayId: string }
  checkInvariants: Record<string, never>
}
export type QueueName = keyof Queues

const queueOptions = {
  partition: true,
  heartbeatSeconds: 10,
  retryLimit: 100,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 900,
  deleteAfterSeconds: 3_600,
}
const names: QueueName[] = [
  'work',
  'syncDirectory',
  'checkHealth',
  'reconcileAccess',
  'groupAlerts',
  'syncAlertsToServiceNow',
  'meterSandboxes',
  'verifyAudit',
  'replayPolicy',
  'checkInvariants',
]
/** Marks a held job, whose delay keeps it from starting before its queue is resumed. */
export const asideKey = 'aside'
/** Later jobs can wait for a poll, and timers have a limit of 24 days. */
const longestTimerMs = 60_000
const neverSeconds = 100 * 365 * 86_400

/** Enqueues jobs in the caller's transaction: a job exists exactly when its change does. */
export interface Jobs {
  /**
   * `afterMs` uses the database's clock, so that replicas need not have the same time. `aside`: the job is held under this ID until its
   * queue is resumed, and further jobs with the ID are dropped.
   */
  send<N extends QueueName>(db: Db, queue: N, data: Queues[N], options?: { afterMs?: number; aside?: string }): Promise<void>
}
export type Handlers = { [N in QueueName]: (data: Queues[N], signal: AbortSignal) => Promise<void> }

/** Creates the tables of pg-boss and our queues; part of migrating. */
export async function prepareQueues(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, supervise: false, schedule: false, max: 2 })
  await boss.start()
  try {
    for (const name of names) if (!(await boss.getQueue(name))) await boss.createQueue(name, { ...queueOptions, notify: true })
  } finally {
    await boss.stop({ graceful: false })
  }
}

export interface RunningJobs extends Jobs {
  work(handlers: Handlers): Promise<void>
  /** Stops fetching jobs and signals running handlers. They get `timeoutMs` (default 20 s) to reach a checkpoint; the rest are released. */
  stop(timeoutMs?: number): Promise<void>
}

interface JobOptions {
  onError(error: Error): void
  /** Concurrent runs. Default 4. */
  concurrency?: number
}

export async function startJobs(databaseUrl: string, options: JobOptions): Promise<RunningJobs> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    migrate: false,
    createSchema: false,
    max: 6,
    superviseIntervalSeconds: 2,
    schedule: false,
    useListenNotify: true,
    application_name: 'slipway-jobs',
  })
  boss.on('error', options.onError)
  await boss.start()
  const stopping = new AbortController()
  const slots = new Map<QueueName, Slots>()
  return {
    async send(db, queue, data, sendOptions = {}) {
      const executeSql = async (text: string, values?: unknown[]) => {
        const result = await db.executeQuery(CompiledQuery.raw(text, values ?? []))
        return { rows: result.rows as never[] }
      }
      const { afterMs = 0, aside } = sendOptions
      const when = aside === undefined ? { startAfter: afterMs / 1_000 } : { startAfter: neverSeconds, id: aside, singletonKey: asideKey }
      await boss.send(queue, data, { ...when, db: { executeSql } })
      if (afterMs > 0 && afterMs < longestTimerMs) slots.get(queue)?.wakeIn(afterMs)
    },
    async work(handlers) {
      const take = async <N extends QueueName>(name: N) => {
        const count = name === 'work' ? (options.concurrency ?? 4) : 1
        const opened = await openSlots<Queues[N]>(boss, name, count, async (jobs) => {
          for (const job of jobs) {
            const signal = AbortSignal.any([job.signal, stopping.signal])
            await ranBy(`job ${name}`, () => handlers[name](job.data, signal), `job:${name}`)
          }
        })
        slots.set(name, opened)
      }
      for (const name of names) await take(name)
    },
    async stop(timeoutMs = 20_000) {
      stopping.abort(new Error('Slipway is shutting down'))
      for (const each of slots.values()) each.stop()
      await boss.stop({ graceful: true, timeout: timeoutMs })
    },
  }
}
