import { sql } from 'kysely'
import type { Clients } from '../../../clients/clients.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import type { Context } from '../../../context.ts'
import type { RunnerContext } from '../../../workflows/claim.ts'
import { lockRun } from '../../../workflows/runLock.ts'
import { readGroup } from './alertGroup.ts'
import { syncAlertToServiceNow } from './syncAlertToServiceNow.ts'
import { wake } from './wake.ts'

/** Retry delay if ServiceNow doesn't answer. */
const pauseMs = 15_000
/** Limit of ServiceNow's Retry-After, because a wrong value must not delay incidents for days. */
const longestMs = 15 * 60_000
/** Retry delay after a refusal, which a person must fix first. */
const refusedMs = 5 * 60_000

/** Time until which ServiceNow asked not to be called, for this process. */
const leftAloneUntil = new WeakMap<Clients, Date>()

type Telling = Context & Pick<RunnerContext, 'databaseUrl' | 'log'>

/** Sends all due alert groups to ServiceNow, longest waiting first. Groups stay due while it is unavailable, so nothing is lost. */
export async function syncAlertsToServiceNow(context: Telling, signal: AbortSignal): Promise<void> {
  const { db, now } = context
  const elsewhere: string[] = []
  let afterMs = stillLeftAlone(context)
  while (!signal.aborted && afterMs === undefined) {
    const next = await db
      .selectFrom('alert_groups')
      .select('id')
      .where('due_at', '<=', now())
      .where(sql<boolean>`id <> all (${elsewhere}::uuid[])`)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
    if (!next) break
    afterMs = await syncOne(context, next.id, () => elsewhere.push(next.id))
  }
  const later = await db
    .selectFrom('alert_groups')
    .select('due_at')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  if (later) await wake(context, 'syncAlertsToServiceNow', afterMs ?? Math.max(1_000, later.due_at!.getTime() - now().getTime()))
}

function stillLeftAlone({ clients, now }: Telling): number | undefined {
  const leftMs = (leftAloneUntil.get(clients)?.getTime() ?? 0) - now().getTime()
  return leftMs > 0 ? leftMs : undefined
}

/** @returns ServiceNow's Retry-After in milliseconds, if it sent one */
async function syncOne(context: Telling, id: string, busy: () => void): Promise<number | undefined> {
  const { db, clients, now, log } = context
  const lock = await lockRun(context.databaseUrl, id)
  if (!lock) {
    busy()
    return undefined
  }
  try {
    const group = await readGroup(db, id)
    // Another worker can have sent the group while this one waited for the lock.
    if (!group?.due_at || group.due_at > now() || !lock.held()) return undefined
    await syncAlertToServiceNow(context, group, now())
    return undefined
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    log.warn({ alert: id, err: error }, 'an alert could not be sent to ServiceNow')
    const pause = error.retryable ? Math.min(longestMs, Math.max(pauseMs, error.retryAfterMs ?? 0)) : refusedMs
    const retryAt = new Date(now().getTime() + pause)
    if (error.retryable && error.retryAfterMs !== undefined) leftAloneUntil.set(clients, retryAt)
    await db
      .updateTable('alert_groups')
      // The group moves to the end of the queue, so that a failing incident doesn't block the others.
      .set({ problem: error.message.slice(0, 500), due_at: retryAt })
      .where('id', '=', id)
      .execute()
    return error.retryable ? pause : undefined
  } finally {
    await lock.release()
  }
}
