import { setTimeout as delay } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { announce } from '../../workflows/changes.ts'
import { lockRun, type RunLock } from '../../workflows/runLock.ts'
import { attempt } from './attempt.ts'
import type { DeliveryContext } from './delivering.ts'
import { scheduleDigests } from './scheduleDigests.ts'

const outbox = 'slipway outbox'
const jointChannels = 8
const together = 4
const page = 32
/** Longest turn of a channel before channels with newer messages are served. */
const turnMs = 5_000
/** Polling interval for channels with new messages, while others are being served. */
const pollIntervalMs = 250

/**
 * Sends due notifications; the ones about one subject to one recipient keep their order. One process delivers at a time: its lock ends with
 * it, and messages that it sent without recording are sent again with the same ID.
 * @returns false if another process is delivering
 */
export async function deliverDue(context: DeliveryContext, signal: AbortSignal = new AbortController().signal): Promise<boolean> {
  const lock = await lockRun(context.databaseUrl, outbox)
  if (!lock) return false
  try {
    await suppressMail(context)
    await scheduleDigests(context)
    if (await deliverInTurn(context, lock, signal)) await announce(context.db, { kind: 'delivery', id: outbox })
  } finally {
    await lock.release()
  }
  return true
}

/** Serves channels concurrently, so that a slow receiver blocks no other channel. @returns whether any message was due */
async function deliverInTurn(context: DeliveryContext, lock: RunLock, signal: AbortSignal): Promise<boolean> {
  const turns = new Map<string, Promise<void>>()
  const problems: unknown[] = []
  let any = false
  while (!signal.aborted && lock.held() && problems.length === 0) {
    const due = (await dueChannels(context)).filter((id) => !turns.has(id)).slice(0, jointChannels - turns.size)
    for (const id of due) {
      const turn = waitForTurn(context, lock, id, signal)
        .catch((error: unknown) => void problems.push(error))
        .finally(() => turns.delete(id))
      turns.set(id, turn)
    }
    if (turns.size === 0) break
    any = true
    await Promise.race([...turns.values(), delay(pollIntervalMs)])
  }
  await Promise.all(turns.values())
  if (problems.length > 0) throw problems[0]
  return any
}

/** Without a mail server, mail is suppressed instead of queued. */
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
 * SQL: messages of a channel that can be sent, because no earlier message is queued for the same subject and recipient. Repeated failures
 * come last.
 */
const dueOf = (channel: RawBuilder<unknown>, now: Date, max: number) => sql<{ id: string }>`
  select d.id from deliveries d
  where d.channel_id = ${channel} and d.status in ('waiting', 'failed') and not d.digest and d.next_attempt_at <= ${now}
    and not exists (
      select from deliveries e where e.status in ('waiting', 'failed') and not e.digest
        and e.recipient_id = d.recipient_id and e.subject_id = d.subject_id and e.number < d.number)
  order by d.attempts, d.number limit ${max}`

/** Returns channels with due messages that are not paused after a failure; the ones with most failures come last. */
async function dueChannels({ db, now }: DeliveryContext): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select c.id from notification_channels c
    where (c.rest_until is null or c.rest_until <= ${now()}) and exists (${dueOf(sql`c.id`, now(), 1)})
    order by c.failures`.execute(db)
  return rows.map(({ id }) => id)
}

async function waitForTurn(context: DeliveryContext, lock: RunLock, channelId: string, signal: AbortSignal): Promise<void> {
  const { db, now } = context
  const end = performance.now() + turnMs
  let failed = false
  const over = () => failed || signal.aborted || !lock.held() || performance.now() > end
  while (!over()) {
    const { rows } = await dueOf(sql`${channelId}::uuid`, now(), page).execute(db)
    if (rows.length === 0) return
    await each(rows, together, async ({ id }) => {
      if (!over() && (await attempt(context, id)) === 'channelFailed') failed = true
    })
  }
}

async function each<T>(items: T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
}
