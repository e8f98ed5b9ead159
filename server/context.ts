import type { Clients } from './clients/clients.ts'
import type { Config } from './config.ts'
import type { Db } from './db/database.ts'
import type { Metrics } from './telemetry/metrics.ts'
import type { ChangeFeed } from './workflows/changes.ts'
import type { Jobs } from './workflows/jobs.ts'

/** What the app is built from; every part is opened in main.ts (or by a test) and closed in the reverse order. */
export interface Context {
  config: Config
  db: Db
  jobs: Jobs
  clients: Clients
  changes: ChangeFeed
  now: () => Date
  /** Counts for Prometheus; absent: nobody scrapes. */
  metrics?: Metrics | undefined
}
