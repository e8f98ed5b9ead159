import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { guardOutside } from '../../../clients/guardOutside.ts'
import type { Context } from '../../../context.ts'
import { inTransaction } from '../../../db/database.ts'
import { reportOutages } from '../../../db/reportOutages.ts'
import { announce } from '../../../workflows/changes.ts'
import type { RunnerContext } from '../../../workflows/claim.ts'
import { isPausedAfterRestore, restoreKind } from '../../../workflows/restorePause.ts'
import { lockRun } from '../../../workflows/runLock.ts'
import { compareOutside } from './compare/compareOutside.ts'

const pollIntervalMs = 1_000
/** Many differences of one kind must not hide the others. */
const maxPerKind = 250

export type PausedContext = Pick<Context, 'db' | 'clients' | 'config' | 'now'> & Pick<RunnerContext, 'databaseUrl' | 'log'>

interface Stoppable {
  stop(): Promise<unknown>
}

/**
 * Starts work immediately, or after a restore as soon as an administrator has accepted the report, on each replica. Meanwhile, a single replica
 * writes the reports.
 * @param start starts everything that can change something outside
 */
export async function startWhenAccepted(context: PausedContext, start: () => Promise<Stoppable>): Promise<Stoppable> {
  if (!(await isPausedAfterRestore(context.db))) return start()
  const { log } = context
  log.warn({}, 'the database was restored: runs, schedules and notifications wait until an administrator accepts the report')
  const outages = reportOutages(log, { component: 'restore', text: 'the restored database could not be compared' })
  const stopping = new AbortController()
  let started: Stoppable | undefined
  let current: Promise<void> | undefined
  const poll = async () => {
    if (await isPausedAfterRestore(context.db)) return writeReport(context, stopping.signal)
    clearInterval(timer)
    started = await start().catch((error: unknown) => {
      // A second start would duplicate workers, so the process ends, as it does when its first start fails.
      queueMicrotask(() => {
        throw error
      })
      throw error
    })
    log.info({}, 'the restored database was accepted, and work started')
  }
  const timer = setInterval(() => {
    current ??= poll()
      .then(outages.worked, (error: unknown) => (stopping.signal.aborted ? undefined : outages.failed(error)))
      .finally(() => {
        current = undefined
      })
  }, pollIntervalMs)
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort(new Error('Slipway is shutting down'))
      await current
      await started?.stop()
    },
  }
}

/** Writes the report that was requested, or the first report. A lock excludes other replicas. */
export async function writeReport(context: PausedContext, signal: AbortSignal): Promise<void> {
  const { db, databaseUrl } = context
  await requestFirstReport(context)
  const open = await db.selectFrom('restore_reports').select(['id', 'restore_id']).where('ended_at', 'is', null).executeTakeFirst()
  if (!open) return
  const lock = await lockRun(databaseUrl, `restore report ${open.id}`)
  if (!lock) return
  try {
    const { differences, problems } = await guardOutside(refuseChanges, () => compareOutside({ ...context, signal }))
    await inTransaction(db, async (tx) => {
      await tx
        .updateTable('restore_reports')
        .set({
          ended_at: sql<Date>`now()`,
          differences: JSON.stringify(
            [...Map.groupBy(differences, ({ kind }) => kind).values()].flatMap((each) => each.slice(0, maxPerKind)),
          ),
          total: differences.length,
          problems: JSON.stringify(problems),
        })
        .where('id', '=', open.id)
        .where('ended_at', 'is', null)
        .execute()
      await announce(tx, { kind: restoreKind, id: open.restore_id })
    })
  } finally {
    await lock.release()
  }
}

async function requestFirstReport({ db }: PausedContext): Promise<void> {
  await sql`insert into restore_reports (id, restore_id, number)
    select ${uuidv7()}, r.id, 1 from database_restores r
    where r.closed_at is null and not exists (select from restore_reports p where p.restore_id = r.id)
    on conflict do nothing`.execute(db)
}

function refuseChanges({ method, path, readOnly }: { method: string; path: string; readOnly?: boolean }): void {
  if (method !== 'GET' && method !== 'HEAD' && !readOnly) throw new Error(`A comparison must not ${method} ${path}.`)
}
