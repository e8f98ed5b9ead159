import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { sendOnce } from '../../../workflows/sendOnce.ts'

/** A moment for the people who open the product first. */
const afterMs = 5_000

/** Where templates are offered and no price is known, prices are learnt and sandboxes counted soon after the start, not within the quarter of an hour. */
export async function beginFirstCount(db: Db, jobs: Jobs): Promise<void> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from sandbox_templates where enabled) and not exists (select from retail_prices) as due`.execute(db)
  if (rows[0]?.due) await sendOnce(db, jobs, 'meterSandboxes', {}, afterMs)
}
