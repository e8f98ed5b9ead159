import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { enqueueDelayed } from './wake.ts'

const day = 86_400_000
/** Days after which a repeated delivery is no longer recognised. */
const arrivalDays = 30
/** Days for which cleared alert groups stay in the list. */
const clearedDays = 180
/** One statement deletes at most this many rows, so that other writers don't wait long. */
const max = 20_000

/** Queues jobs for alerts whose job was lost, and deletes old rows. Runs every minute. */
export async function closeQuietAlerts(context: Pick<Context, 'db' | 'jobs' | 'now'>): Promise<void> {
  const { db, now } = context
  const daysBefore = (days: number) => new Date(now().getTime() - days * day)
  const waitingArrivals = await db.selectFrom('alert_arrivals').select('id').where('grouped_at', 'is', null).limit(1).execute()
  if (waitingArrivals.length > 0) await enqueueDelayed(context, 'groupAlerts', 0)
  const dueRows = await db.selectFrom('alert_groups').select('id').where('due_at', '<=', now()).limit(1).execute()
  if (dueRows.length > 0) await enqueueDelayed(context, 'syncAlertsToServiceNow', 0)
  await sql`delete from alert_arrivals where id in (
    select id from alert_arrivals where received_at < ${daysBefore(arrivalDays)} and grouped_at is not null limit ${max})`.execute(db)
  await sql`delete from alert_groups where id in (
    select id from alert_groups where last_seen < ${daysBefore(clearedDays)} and state = 'cleared' and due_at is null limit ${max})`.execute(
    db,
  )
}
