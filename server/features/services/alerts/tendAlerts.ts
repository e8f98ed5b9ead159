import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { wake } from './wake.ts'

const day = 86_400_000
/** How long an arrival is remembered: a delivery that is repeated later than that counts again. */
const arrivalDays = 30
/** How long trouble that is over stays in the list. */
const clearedDays = 180
/** As many rows at a time as are forgotten without holding anybody up. */
const most = 20_000

/** Each minute: finds what waits without a job, and forgets what is long past. */
export async function tendAlerts(context: Pick<Context, 'db' | 'jobs' | 'now'>): Promise<void> {
  const { db, now } = context
  const ago = (days: number) => new Date(now().getTime() - days * day)
  const waiting = await db.selectFrom('alert_arrivals').select('id').where('folded_at', 'is', null).limit(1).execute()
  if (waiting.length > 0) await wake(context, 'foldAlerts', 0)
  const due = await db.selectFrom('alert_groups').select('id').where('due_at', '<=', now()).limit(1).execute()
  if (due.length > 0) await wake(context, 'tellAlerts', 0)
  await sql`delete from alert_arrivals where id in (
    select id from alert_arrivals where received_at < ${ago(arrivalDays)} and folded_at is not null limit ${most})`.execute(db)
  await sql`delete from alert_groups where id in (
    select id from alert_groups where last_seen < ${ago(clearedDays)} and state = 'cleared' and due_at is null limit ${most})`.execute(db)
}
