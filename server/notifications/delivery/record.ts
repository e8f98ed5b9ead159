import { sql } from 'kysely'
import { recordSystemEvent } from '../../audit/recordSystemEvent.ts'
import type { ExternalError } from '../../clients/externalError.ts'
import { type Db, inTransaction } from '../../db/database.ts'
import { updateRow } from '../../db/rows.ts'
import type { DeliveryStatus } from '../../db/tables.ts'
import { administrators } from '../../people/administrators.ts'
import { notify } from '../notify.ts'
import { backOffMs, type DeliveryContext, maxRetryMs } from './delivering.ts'
import type { OutgoingDelivery } from './outgoing.ts'

type RecordContext = Pick<DeliveryContext, 'db' | 'now' | 'log'>

export function recordSent({ db, now }: RecordContext, outgoing: OutgoingDelivery, reason: string): Promise<void> {
  const at = now()
  return inTransaction(db, async (tx) => {
    await recordOutcome(tx, outgoing, 'sent', { answer: reason, at })
    await updateRow(tx, 'notification_channels', outgoing.channel_id, {
      failures: 0,
      failing_since: null,
      paused_until: null,
      last_problem: null,
      last_sent_at: at,
    })
  })
}

export function recordSuppressed({ db, now }: RecordContext, outgoing: OutgoingDelivery, reason: string): Promise<void> {
  return inTransaction(db, (tx) => recordOutcome(tx, outgoing, 'suppressed', { answer: reason, at: now() }))
}

export function recordFailure(context: RecordContext, outgoing: OutgoingDelivery, error: ExternalError, ofChannel: boolean): Promise<void> {
  const { db, now, log } = context
  const at = now()
  const reason = error.message.slice(0, 500)
  log.info({ delivery: outgoing.id, channel: outgoing.name, code: error.code, status: error.status }, 'a notification was not delivered')
  const retryTime = (failures: number) =>
    new Date(at.getTime() + Math.max(backOffMs(failures), Math.min(error.retryAfterMs ?? 0, 86_400_000)))
  return inTransaction(db, async (tx) => {
    const isUndeliverable = outgoing.type === 'mail' && error.code === 'recipient' && !error.retryable
    if (isUndeliverable || at.getTime() - outgoing.created_at.getTime() > maxRetryMs)
      await recordOutcome(tx, outgoing, 'givenUp', { answer: reason, at })
    else
      await tx
        .updateTable('deliveries')
        .set({
          status: 'failed',
          attempts: sql`attempts + 1`,
          attempted_at: at,
          next_attempt_at: retryTime(outgoing.attempts + 1),
          answer: reason,
        })
        .where('id', '=', outgoing.id)
        .where('status', 'in', ['waiting', 'failed'])
        .execute()
    if (!ofChannel) return
    const sinceDate = outgoing.failing_since ?? at
    await tx
      .updateTable('notification_channels')
      .set({ failures: sql`failures + 1`, failing_since: sinceDate, paused_until: retryTime(outgoing.failures + 1), last_problem: reason })
      .where('id', '=', outgoing.channel_id)
      // Concurrent messages that fail together count as one failure.
      .where((eb) => eb.or([eb('paused_until', 'is', null), eb('paused_until', '<=', at)]))
      .execute()
    if (error.status === 410 || (outgoing.type !== 'mail' && at.getTime() - sinceDate.getTime() > maxRetryMs))
      await disableChannel(
        tx,
        outgoing,
        error.status === 410 ? 'The receiver reported that it no longer exists (410).' : `No delivery succeeded for 5 days: ${reason}`,
      )
  })
}

async function recordOutcome(
  db: Db,
  { id, kind }: OutgoingDelivery,
  status: DeliveryStatus,
  { answer, at }: { answer: string; at: Date },
): Promise<void> {
  const endedColumns = {
    status,
    next_attempt_at: null,
    attempted_at: at,
    sent_at: status === 'sent' ? at : null,
    answer: answer.slice(0, 500),
  }
  await db
    .updateTable('deliveries')
    .set({ ...endedColumns, ...(status === 'suppressed' ? {} : { attempts: sql<number>`attempts + 1` }) })
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'failed'])
    .execute()
  if (kind === 'digest')
    await db.updateTable('deliveries').set(endedColumns).where('digest_id', '=', id).where('status', '=', 'waiting').execute()
}

async function disableChannel(db: Db, { channel_id, name }: OutgoingDelivery, reason: string): Promise<void> {
  const disabledChannel = await db
    .updateTable('notification_channels')
    .set({ enabled: false, disabled_reason: reason.slice(0, 500), version: sql`version + 1` })
    .where('id', '=', channel_id)
    .where('enabled', '=', true)
    .returning('version')
    .executeTakeFirst()
  if (!disabledChannel) return
  await recordSystemEvent(db, {
    action: 'channelSwitchedOff',
    subject: { kind: 'channel', id: channel_id },
    before: { enabled: true },
    after: { name, enabled: false },
    reason,
  })
  await notify(db, await administrators(db), {
    kind: 'channelDisabled',
    subjectKind: 'channel',
    subjectId: channel_id,
    title: `The channel ${name} was switched off`,
    body: `${reason} No notifications are sent there until you switch the channel on again.`,
    key: `channelDisabled:${channel_id}:${disabledChannel.version}`,
  })
}
