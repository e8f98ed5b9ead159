import { CompiledQuery } from 'kysely'
import { PgBoss } from 'pg-boss'
import { fixedConnections } from '../db/connections.ts'
import type { Db } from '../db/database.ts'
import { runInContext } from '../db/executionContext.ts'
import { openSlots, type Slots } from './slots.ts'

/** Queues and their payloads. A payload has only IDs, so that a job never contains outdated or secret data. */
export interface Queues {
  work: { runId: string }
  syncDirectory: Record<string, never>
  /** Checks the health of accounts: all accounts, all accounts after this one, or a single account. */
  checkHealth: { after?: string; accountId?: string }
  reconcileAccess: Record<string, never>
  groupAlerts: Record<string, never>
  syncAlertsToServiceNow: Record<string, never>
  /** Measures the spend of sandboxes: all sandboxes, or all after this one. */
  meterSandboxes: { after?: { subscriptionId: string; id: string } }
  /** Verifies the audit trail: the verification that a person requested or, without an ID, the nightly one. */
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
/** Marks a held job. Its delay prevents it from starting before its queue is resumed. */
export const pausedJobKey = 'aside'
/** A job that is due later than this waits for a poll, because timers have a limit of 24 days. */
const maxTimerMs = 60_000
const deferredDelaySeconds = 100 * 365 * 86_400

/** Enqueues jobs in the caller's transaction, so that a job exists if, and only if, its change is committed. */
export interface Jobs {
  /**
   * `afterMs` uses the clock of the database, because the clocks of replicas can differ. `jobKey`: the job is held under this ID until its
   * queue is resumed, and further jobs with the ID are dropped.
   */
  send<N extends QueueName>(db: Db, queue: N, data: Queues[N], options?: { afterMs?: number; jobKey?: string }): Promise<void>
}
export type Handlers = { [N in QueueName]: (data: Queues[N], signal: AbortSignal) => Promise<void> }

/** Creates the tables of pg-boss and Slipway's queues. Migrations call this. */
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
  /**
   * Stops fetching jobs and signals running handlers. They get `timeoutMs` (default 20 s) to reach a checkpoint. Jobs that are still
   * running then are released.
   */
  stop(timeoutMs?: number): Promise<void>
  running(): string[]
}

interface JobOptions {
  onError(error: Error): void
  /** Number of concurrent runs. Default 4. */
  concurrency?: number
}

export async function startJobs(databaseUrl: string, options: JobOptions): Promise<RunningJobs> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    migrate: false,
    createSchema: false,
    max: fixedConnections.jobs,
    // pg-boss fails jobs of lost workers only once a minute. Runs that lost their worker are found every two seconds (orphans.ts).
    superviseIntervalSeconds: 30,
    // Slipway's jobs don't depend on each other; by default, pg-boss looks for such jobs in each queue every 5 seconds.
    flowIntervalSeconds: 86_400,
    schedule: false,
    useListenNotify: true,
    application_name: 'slipway-jobs',
  })
  boss.on('error', options.onError)
  await boss.start()
  const stopping = new AbortController()
  const slots = new Map<QueueName, Slots>()
  const running = new Map<string, string>()
  return {
    async send(db, queue, data, sendOptions = {}) {
      const executeSql = async (text: string, values?: unknown[]) => {
        const result = await db.executeQuery(CompiledQuery.raw(text, values ?? []))
        return { rows: result.rows as never[] }
      }
      const { afterMs = 0, jobKey } = sendOptions
      const startOptions =
        jobKey === undefined
          ? { startAfter: afterMs / 1_000 }
          : { startAfter: deferredDelaySeconds, id: jobKey, singletonKey: pausedJobKey }
      await boss.send(queue, data, { ...startOptions, db: { executeSql } })
      if (afterMs > 0 && afterMs < maxTimerMs) slots.get(queue)?.wakeIn(afterMs)
    },
    async work(handlers) {
      const startWorker = async <N extends QueueName>(name: N) => {
        // A person often waits for a run.
        const slotOptions = name === 'work' ? { count: options.concurrency ?? 4, firstPollSeconds: 2 } : { count: 1 }
        const opened = await openSlots<Queues[N]>(boss, name, slotOptions, async (jobs) => {
          for (const job of jobs) {
            const signal = AbortSignal.any([job.signal, stopping.signal])
            running.set(job.id, `${name} ${'runId' in job.data ? job.data.runId : job.id}`)
            try {
              await runInContext(`job ${name}`, () => handlers[name](job.data, signal), `job:${name}`)
            } finally {
              running.delete(job.id)
            }
          }
        })
        slots.set(name, opened)
      }
      for (const name of names) await startWorker(name)
    },
    async stop(timeoutMs = 20_000) {
      stopping.abort(new Error('Slipway is shutting down'))
      for (const each of slots.values()) each.stop()
      await boss.stop({ graceful: true, timeout: timeoutMs })
    },
    running: () => [...running.values()],
  }
}
