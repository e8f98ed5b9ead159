import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { sendOnce } from '../../../workflows/sendOnce.ts'

/** A moment for the people who open the product first. */
const afterMs = 10_000

/** Where nothing was ever checked, the first round begins soon after the start rather than within the hour; once, however often one starts meanwhile. */
export async function beginFirstCheck(db: Db, jobs: Jobs): Promise<void> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from accounts where status = 'active') and not exists (select from account_health) as due`.execute(db)
  if (rows[0]?.due) await sendOnce(db, jobs, 'checkHealth', {}, afterMs)
}
