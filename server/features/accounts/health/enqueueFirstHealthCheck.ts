import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { sendOnce } from '../../../workflows/sendOnce.ts'

/** The delay leaves the first seconds after the start to people's requests. */
const afterMs = 10_000

/** In a new installation, the first check runs soon after the process starts, instead of within the hour. */
export async function enqueueFirstHealthCheck(db: Db, jobs: Jobs): Promise<void> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from accounts where status = 'active') and not exists (select from account_health) as due`.execute(db)
  if (rows[0]?.due) await sendOnce(db, jobs, 'checkHealth', {}, afterMs)
}
