import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { publishChange } from '../../workflows/changes.ts'
import { pausedAfterRestore } from '../../workflows/restorePause.ts'
import { lockRun, type RunLock } from '../../workflows/runLock.ts'
import { attempt } from './attempt.ts'
import type { DeliveryContext } from './delivering.ts'
import { scheduleDigests } from './scheduleDigests.ts'

const outbox = 'slipway outbox'
const maxConcurrentChannels = 8
const maxConcurrentDeliveries = 4
const page = 32
/** Longest time for which one channel is served before channels with newer messages get their turn. */
const channelTimeoutMs = 5_000
/** While some channels are being served, the server looks for other channels with due messages at this interval. */
const pollIntervalMs = 250

/**
 * Sends due notifications. Notifications about one subject to one recipient keep their order. One process delivers at a time: its lock ends
 * with the process, and messages that it sent but did not record are sent again with the same ID.
 * @returns false if another process is delivering
 */
export async function deliverDue(context: DeliveryContext, signal: AbortSignal = new AbortController().signal): Promise<boolean> {
  const lock = await lockRun(context.databaseUrl, outbox)
  if (!lock) return false
  try {
    await suppressMail(context)
    await scheduleDigests(context)
    if (await deliverToChannels(context, lock, signal)) await publishChange(context.db, { kind: 'delivery', id: outbox })
  } finally {
    await lock.release()
  }
  return true
}

/** Serves channels concurrently, so that a slow receiver doesn't block other channels. @returns whether any message was due */
async function deliverToChannels(context: DeliveryContext, lock: RunLock, signal: AbortSignal): Promise<boolean> {
  const tasksByChannel = new Map<string, Promise<void>>()
  const problems: unknown[] = []
  let anyDelivered = false
  while (!signal.aborted && lock.isHeld() && problems.length === 0) {
    const dueChannelIds = (await dueChannels(context))
      .filter((id) => !tasksByChannel.has(id))
      .slice(0, maxConcurrentChannels - tasksByChannel.size)
    for (const id of dueChannelIds) {
      const channelTask = serveChannel(context, lock, id, signal)
        .catch((error: unknown) => void problems.push(error))
        .finally(() => tasksByChannel.delete(id))
      tasksByChannel.set(id, channelTask)
    }
    if (tasksByChannel.size === 0) break
    anyDelivered = true
    await Promise.race([...tasksByChannel.values(), delay(pollIntervalMs)])
  }
  await Promise.all(tasksByChannel.values())
  if (problems.length > 0) throw problems[0]
  return anyDelivered
}

/** Without a mail server, emails are suppressed instead of queued. */
async function suppressMail({ db, clients }: DeliveryContext): Promise<void> {
  if (clients.mail) return
  await db
    .updateTable('deliveries')
    .set({ status: 'suppressed', next_attempt_at: null, answer: 'No mail server is set up.' })
    .where('status', 'in', ['waiting', 'failed'])
    .where('channel_id', 'in', (eb) => eb.selectFrom('notification_channels').select('id').where('type', '=', 'mail'))
    .execute()
}

/**
 * SQL for the messages of a channel that can be sent, because no earlier message about the same subject to the same recipient is queued.
 * Messages that failed repeatedly come last. After a restore, none can be sent until the report is accepted.
 */
const dueOf = (channel: RawBuilder<unknown>, now: Date, max: number) => sql<{ id: string }>`
  select d.id from deliveries d
  where d.channel_id = ${channel} and d.status in ('waiting', 'failed') and not d.digest and d.next_attempt_at <= ${now}
    and not ${pausedAfterRestore} and not exists (
      select from deliveries e where e.status in ('waiting', 'failed') and not e.digest
        and e.recipient_id = d.recipient_id and e.subject_id = d.subject_id and e.number < d.number)
  order by d.attempts, d.number limit ${max}`

/** Returns channels with due messages, except channels that are paused after a failure. The channels with the most failures come last. */
async function dueChannels({ db, now }: DeliveryContext): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select c.id from notification_channels c
    where (c.paused_until is null or c.paused_until <= ${now()}) and exists (${dueOf(sql`c.id`, now(), 1)})
    order by c.failures`.execute(db)
  return rows.map(({ id }) => id)
}

async function serveChannel(context: DeliveryContext, lock: RunLock, channelId: string, signal: AbortSignal): Promise<void> {
  const { db, now } = context
  const deadline = performance.now() + channelTimeoutMs
  let failed = false
  const isOver = () => failed || signal.aborted || !lock.isHeld() || performance.now() > deadline
  while (!isOver()) {
    const { rows } = await dueOf(sql`${channelId}::uuid`, now(), page).execute(db)
    if (rows.length === 0) return
    await each(rows, maxConcurrentDeliveries, async ({ id }) => {
      if (!isOver() && (await attempt(context, id)) === 'channelFailed') failed = true
    })
  }
}

async function each<T>(items: T[], maxConcurrency: number, callback: (item: T) => Promise<void>): Promise<void> {
  const remainingItems = items.values()
  const worker = async () => {
    for (const item of remainingItems) await callback(item)
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrency, items.length) }, worker))
}
