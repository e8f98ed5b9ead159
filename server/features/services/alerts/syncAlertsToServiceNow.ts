import { sql } from 'kysely'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import type { Context } from '../../../context.ts'
import type { RunnerContext } from '../../../workflows/claim.ts'
import { lockRun } from '../../../workflows/runLock.ts'
import { loadGroup } from './alertGroup.ts'
import { enqueueDelayed } from './enqueueDelayed.ts'
import { syncAlertToServiceNow } from './syncAlertToServiceNow.ts'

const pauseMs = 15_000
/** Upper limit for ServiceNow's Retry-After, because a wrong value must not delay incidents for days. */
const maxPauseMs = 15 * 60_000
/** Retry delay after a rejection, because a person has to fix the cause first. */
const deniedRetryMs = 5 * 60_000

/** ServiceNow must not be called before this time, according to its Retry-After. */
const pausedUntil = new WeakMap<Clients, Date>()

type SyncContext = Context & Pick<RunnerContext, 'databaseUrl' | 'log'>

/**
 * Sends all due alert groups to ServiceNow, the group that has waited longest first. Groups stay due while ServiceNow is unavailable, so no
 * alert is lost.
 */
export async function syncAlertsToServiceNow(context: SyncContext, signal: AbortSignal): Promise<void> {
  const { db, now } = context
  const skippedIds: string[] = []
  let afterMs = remainingPauseMs(context)
  while (!signal.aborted && afterMs === undefined) {
    const nextGroup = await db
      .selectFrom('alert_groups')
      .select('id')
      .where('due_at', '<=', now())
      .where(sql<boolean>`id <> all (${skippedIds}::uuid[])`)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
    if (!nextGroup) break
    afterMs = await syncOne(context, nextGroup.id, () => skippedIds.push(nextGroup.id))
  }
  const nextRetry = await db
    .selectFrom('alert_groups')
    .select('due_at')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  if (nextRetry)
    await enqueueDelayed(context, 'syncAlertsToServiceNow', afterMs ?? Math.max(1_000, nextRetry.due_at!.getTime() - now().getTime()))
}

function remainingPauseMs({ clients, now }: SyncContext): number | undefined {
  const remainingMs = (pausedUntil.get(clients)?.getTime() ?? 0) - now().getTime()
  return remainingMs > 0 ? remainingMs : undefined
}

/** @returns ServiceNow's Retry-After in milliseconds, if it sent one */
async function syncOne(context: SyncContext, id: string, onBusy: () => void): Promise<number | undefined> {
  const { db, clients, now, log } = context
  const lock = await lockRun(context.databaseUrl, id)
  if (!lock) {
    onBusy()
    return undefined
  }
  try {
    const group = await loadGroup(db, id)
    // Another worker might have sent the group while this worker waited for the lock.
    if (!group?.due_at || group.due_at > now() || !lock.isHeld()) return undefined
    await syncAlertToServiceNow(context, group, now())
    return undefined
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error
    log.warn({ alert: id, err: error }, 'an alert could not be sent to ServiceNow')
    const pause = error.retryable ? Math.min(maxPauseMs, Math.max(pauseMs, error.retryAfterMs ?? 0)) : deniedRetryMs
    const retryAt = new Date(now().getTime() + pause)
    if (error.retryable && error.retryAfterMs !== undefined) pausedUntil.set(clients, retryAt)
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
