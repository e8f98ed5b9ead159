import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { sendOnce } from '../../../workflows/sendOnce.ts'

/** The delay lets the server serve the first page requests after a start before it calculates spend. */
const afterMs = 5_000

/** If templates are enabled but no price is known, prices are read soon after the start instead of at the next quarter of an hour. */
export async function enqueueFirstMetering(db: Db, jobs: Jobs): Promise<void> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from sandbox_templates where enabled) and not exists (select from retail_prices) as due`.execute(db)
  if (rows[0]?.due) await sendOnce(db, jobs, 'meterSandboxes', {}, afterMs)
}
