import type { Clients } from './clients/clients.ts'
import type { Config } from './config.ts'
import type { Db, OpenDatabase } from './db/database.ts'
import type { Metrics } from './telemetry/metrics.ts'
import type { ChangeFeed } from './workflows/changes.ts'
import type { Jobs } from './workflows/jobs.ts'

/** Dependencies of the app; main.ts (or a test) opens them and closes them in reverse order. */
export interface Context {
  config: Config
  db: Db
  /** The same database for reads before a call is admitted. */
  callDb: Db
  /** Runs a call when there is a place for it. @throws overloaded */
  runInTurn: OpenDatabase['runInTurn']
  /** Number of calls that wait for a place. */
  waitingCalls: OpenDatabase['waitingCalls']
  jobs: Jobs
  clients: Clients
  changes: ChangeFeed
  now: () => Date
  metrics?: Metrics | undefined
}
