import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { ChannelType } from '../../../db/tables.ts'
import { channelServices } from '../../../notifications/delivery/channelServices.ts'

export interface ChannelStates {
  channels: number
  failing: number
  waiting: number
  oldestWaitingSince: string | null
  nextTryAt: string | null
  lastSentAt: string | null
  problem: { at: string; message: string } | null
}

interface Row {
  type: ChannelType
  channels: number
  failing: number
  waiting: number
  oldest: Date | null
  next: Date | null
  sent: Date | null
  problem: string | null
  since: Date | null
}

const maxWaiting = 10_000

/** Returns the delivery status by service name, for the kinds with an enabled channel. */
export async function loadChannelStates(db: Db, now: Date): Promise<Map<string, ChannelStates>> {
  const { rows } = await sql<Row>`
    select c.type, count(*)::int as channels, count(c.failing_since)::int as failing, sum(w.waiting)::int as waiting, min(w.oldest) as oldest,
      min(c.paused_until) filter (where c.paused_until > ${now}) as next, max(c.last_sent_at) as sent,
      (array_agg(c.last_problem order by c.failing_since) filter (where c.failing_since is not null))[1] as problem, min(c.failing_since) as since
    from notification_channels c
    cross join lateral (
      select count(*) as waiting, min(created_at) as oldest
      from (select created_at from deliveries d where d.channel_id = c.id and d.status in ('waiting', 'failed') and not d.digest limit ${maxWaiting}) d) w
    where c.enabled and c.deleted_at is null group by c.type`.execute(db)
  const time = (date: Date | null) => date?.toISOString() ?? null
  return new Map(
    rows.map(({ type, channels, failing, waiting, oldest, next, sent, problem, since }) => [
      channelServices[type],
      {
        channels,
        failing,
        waiting,
        oldestWaitingSince: time(oldest),
        nextTryAt: time(next),
        lastSentAt: time(sent),
        problem: since && problem ? { at: since.toISOString(), message: problem } : null,
      },
    ]),
  )
}
