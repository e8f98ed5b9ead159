import type { Db } from '../../../../db/database.ts'
import type { Jobs } from '../../../../workflows/jobs.ts'

export interface CancelContext {
  db: Db
  jobs: Jobs
  by: { id: string; displayName: string }
  reason: string
  now: Date
}
