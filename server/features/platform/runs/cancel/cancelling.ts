import type { Db } from '../../../../db/database.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'

export interface Cancelling {
  db: Db
  jobs: Jobs
  by: { id: string; displayName: string }
  reason: string
  now: Date
}
