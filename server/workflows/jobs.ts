import { CompiledQuery } from 'kysely'
import { PgBoss } from 'pg-boss'
import type { Db } from '../db/database.ts'
import { ranBy } from '../db/ranBy.ts'

/** Queues and what travels in them: ids only, so that a job never carries stale or secret data. */
export interface Queues {
  /** Carry on with a workflow run. */
  work: { runId: string }
  /** Bring people and approver groups up to date with the directory. */
  syncDirectory: Record<string, never>
  /** Look at the health of accounts: all from the beginning, those after one, or one. */
  checkHealth: { after?: string; accountId?: string }
  /** Compare the directory with the record: the next accounts of the round that is under way. */
  reconcileAccess: Record<string, never>
  /** Count the alerts that have arrived since, as what they are about. */
  foldAlerts: Record<string, never>
  /** Tell ServiceNow what it does not know of the alerts yet. */
  tellAlerts: Record<string, never>
  /** Count what sandboxes spend: all from the beginning, or those after one. */
  meterSandboxes: { after?: { subscriptionId: string; id: string } }
  /** Verify the audit trail: as somebody asked for it, or without an id that of the night. */
  verifyAudit: { id?: string }
  /** Carry on with trying a draft of a policy on past requests. */
  replayPolicy: { replayId: string }
  /** Check the invariants of the data. */
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
  'foldAlerts',
  'tellAlerts',
  'meterSandboxes',
  'verifyAudit',
  'replayPolicy',
  'checkInvariants',
]
/** The mark of a job that was put aside, and the time until it would begin by itself. */
export const asideKey = 'aside'
const neverSeconds = 100 * 365 * 86_400

/** Work after commit. A job is written by the caller's own transaction: it exists exactly when the change that needs it does. */
export interface Jobs {
  /**
   * `afterMs` counts on the database's clock, so that replicas need not agree on the time. `aside`: the job is kept under this id until
   * somebody brings it back, and a second one of that id is not.
   */
  send<N extends QueueName>(db: Db, queue: N, data: Queues[N], options?: { afterMs?: number; aside?: string }): Promise<void>
}
export type Handlers = { [N in QueueName]: (data: Queues[N], signal: AbortSignal) => Promise<void> }

/** Creates pg-boss's tables and our queues; part of migrating. */
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
  /** Starts taking work. */
  work(handlers: Handlers): Promise<void>
  /** Stops fetching, tells running handlers and gives them `timeoutMs` (default 20 s) to reach a checkpoint, then lets go of the rest. */
  stop(timeoutMs?: number): Promise<void>
}

interface JobOptions {
  onError(error: Error): void
  /** How many runs are carried on at once; default 4. */
  concurrency?: number
}

/** Opens pg-boss on the given database. Workers and senders may live in as many processes as one likes. */
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
  return {
    async send(db, queue, data, sendOptions = {}) {
      const executeSql = async (text: string, values?: unknown[]) => {
        const result = await db.executeQuery(CompiledQuery.raw(text, values ?? []))
        return { rows: result.rows as never[] }
      }
      const { afterMs = 0, aside } = sendOptions
      const when = aside === undefined ? { startAfter: afterMs / 1_000 } : { startAfter: neverSeconds, id: aside, singletonKey: asideKey }
      await boss.send(queue, data, { ...when, db: { executeSql } })
    },
    async work(handlers) {
      const take = async <N extends QueueName>(name: N) => {
        await boss.work<Queues[N]>(
          name,
          {
            localConcurrency: name === 'work' ? (options.concurrency ?? 4) : 1,
            pollingIntervalSeconds: 0.5,
            notifyPollingIntervalSeconds: 0.5,
            burstWhenBatchFull: true,
          },
          async (jobs) => {
            for (const job of jobs) {
              const signal = AbortSignal.any([job.signal, stopping.signal])
              await ranBy(`job ${name}`, () => handlers[name](job.data, signal), `job:${name}`)
            }
          },
        )
      }
      for (const name of names) await take(name)
    },
    async stop(timeoutMs = 20_000) {
      stopping.abort(new Error('Slipway is shutting down'))
      await boss.stop({ graceful: true, timeout: timeoutMs })
    },
  }
}
