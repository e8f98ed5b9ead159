import type { Clients } from './clients/clients.ts'
import type { Config } from './config.ts'
import type { Db, OpenDatabase } from './db/database.ts'
import type { ReadReplica } from './db/readReplica.ts'
import type { Metrics } from './telemetry/metrics.ts'
import type { ChangeFeed } from './workflows/changes.ts'
import type { Jobs } from './workflows/jobs.ts'

/** Dependencies of the app. `main.ts` or a test opens them, and closes them in reverse order. */
export interface Context {
  config: Config
  db: Db
  /** The same database, for reads before a call has a slot. */
  callDb: Db
  /**
   * Runs a call as soon as a slot is free.
   * @throws overloaded
   */
  runQueued: OpenDatabase['runQueued']
  waitingCalls: OpenDatabase['waitingCalls']
  readReplica?: ReadReplica | undefined
  jobs: Jobs
  clients: Clients
  changes: ChangeFeed
  now: () => Date
  metrics?: Metrics | undefined
  /** Aborted when the process begins to stop. Requests are served until the listeners close. */
  draining?: AbortSignal | undefined
}
