import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { enqueueDelayed } from './enqueueDelayed.ts'

const day = 86_400_000
const eventRetentionDays = 30
const clearedGroupRetentionDays = 180
/** One statement deletes at most this many rows, so that other writers don't wait long. */
const maxDeletedRows = 20_000

/** Runs every minute. */
export async function resumeWaitingAlerts(context: Pick<Context, 'db' | 'jobs' | 'now'>): Promise<void> {
  const { db, now } = context
  const daysBefore = (days: number) => new Date(now().getTime() - days * day)
  const pendingAlertEvents = await db.selectFrom('alert_events').select('id').where('grouped_at', 'is', null).limit(1).execute()
  if (pendingAlertEvents.length > 0) await enqueueDelayed(context, 'groupAlerts', 0)
  const dueRows = await db.selectFrom('alert_groups').select('id').where('due_at', '<=', now()).limit(1).execute()
  if (dueRows.length > 0) await enqueueDelayed(context, 'syncAlertsToServiceNow', 0)
  await sql`delete from alert_events where id in (
    select id from alert_events where received_at < ${daysBefore(eventRetentionDays)} and grouped_at is not null limit ${maxDeletedRows})`.execute(
    db,
  )
  await sql`delete from alert_groups where id in (
    select id from alert_groups where last_seen < ${daysBefore(clearedGroupRetentionDays)} and state = 'cleared' and due_at is null limit ${maxDeletedRows})`.execute(
    db,
  )
}
