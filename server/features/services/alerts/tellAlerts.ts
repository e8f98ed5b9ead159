import { sql } from 'kysely'
import type { Clients } from '../../../clients/clients.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import type { Context } from '../../../context.ts'
import type { RunnerContext } from '../../../workflows/claim.ts'
import { lockRun } from '../../../workflows/runLock.ts'
import { readGroup } from './alertGroup.ts'
import { tellAlert } from './tellAlert.ts'
import { wake } from './wake.ts'

/** How long after ServiceNow did not answer it is tried again. */
const pauseMs = 15_000
/** As long as it may ask to be left alone: a mistaken wait must not keep an incident from it for days. */
const longestMs = 15 * 60_000
/** The same after it refused: then somebody has to change something first. */
const refusedMs = 5 * 60_000

/** Until when ServiceNow asked to be left alone, however much arrives in the meantime; each process hears it for itself. */
const leftAloneUntil = new WeakMap<Clients, Date>()

type Telling = Context & Pick<RunnerContext, 'databaseUrl' | 'log'>

/**
 * Tells ServiceNow of every trouble it does not know yet, those that wait the longest first. While it does not answer, everything waits where
 * it is; nothing is given up.
 */
export async function tellAlerts(context: Telling, signal: AbortSignal): Promise<void> {
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
    afterMs = await tellOne(context, next.id, () => elsewhere.push(next.id))
  }
  const later = await db
    .selectFrom('alert_groups')
    .select('due_at')
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst()
  if (later) await wake(context, 'tellAlerts', afterMs ?? Math.max(1_000, later.due_at!.getTime() - now().getTime()))
}

function stillLeftAlone({ clients, now }: Telling): number | undefined {
  const leftMs = (leftAloneUntil.get(clients)?.getTime() ?? 0) - now().getTime()
  return leftMs > 0 ? leftMs : undefined
}

/** @returns for how long ServiceNow wants to be left alone, when it does */
async function tellOne(context: Telling, id: string, busy: () => void): Promise<number | undefined> {
  const { db, clients, now, log } = context
  const lock = await lockRun(context.databaseUrl, id)
  if (!lock) {
    busy()
    return undefined
  }
  try {
    const group = await readGroup(db, id)
    // Another worker may have told it while this one waited for the lock.
    if (!group?.due_at || group.due_at > now() || !lock.held()) return undefined
    await tellAlert(context, group, now())
    return undefined
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    log.warn({ alert: id, err: error }, 'an alert could not be sent to ServiceNow')
    const pause = error.retryable ? Math.min(longestMs, Math.max(pauseMs, error.retryAfterMs ?? 0)) : refusedMs
    const again = new Date(now().getTime() + pause)
    if (error.retryable && error.retryAfterMs !== undefined) leftAloneUntil.set(clients, again)
    await db
      .updateTable('alert_groups')
      // To the end of the queue: trouble with one incident must not keep ServiceNow from hearing of the others.
      .set({ problem: error.message.slice(0, 500), due_at: again })
      .where('id', '=', id)
      .execute()
    return error.retryable ? pause : undefined
  } finally {
    await lock.release()
  }
}
