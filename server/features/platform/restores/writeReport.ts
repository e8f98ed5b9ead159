import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { withCallGuard } from '../../../clients/withCallGuard.ts'
import type { Context } from '../../../context.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { isUnavailable } from '../../../db/unavailable.ts'
import { publishChange } from '../../../workflows/changes.ts'
import { restoreKind } from '../../../workflows/restorePause.ts'
import { lockRun } from '../../../workflows/runLock.ts'
import { type Comparison, compareExternalSystems } from './compare/compareExternalSystems.ts'
import { isPlanned, isUnread, limitDifferences } from './limitDifferences.ts'

/** After this many failures of a comparison, the report ends with a problem, which an administrator sees. */
const maxFailures = 3

export type ReportContext = Pick<Context, 'db' | 'clients' | 'config' | 'now'> & { databaseUrl: string }

interface OpenReport {
  id: string
  restoreId: string
}

/**
 * Returns a function that writes the requested report, or the first report if none was requested. A lock excludes other replicas. A failure
 * that isn't caused by a service is thrown, and the delay before the next attempt grows each time.
 * @param options `retryDelayMs`: the delay after the first failure, which doubles each time
 */
export function reportWriter(context: ReportContext, { retryDelayMs = 5_000 } = {}): (signal: AbortSignal) => Promise<void> {
  let attempts = { reportId: '', failures: 0, nextAt: 0 }
  return async (signal) => {
    const open = await findOpenReport(context.db)
    if (!open) return
    if (attempts.reportId !== open.id) attempts = { reportId: open.id, failures: 0, nextAt: 0 }
    if (performance.now() < attempts.nextAt) return
    const lock = await lockRun(context.databaseUrl, `restore report ${open.id}`)
    if (!lock) return
    try {
      const comparison = await withCallGuard(requireReadOnly, () => compareExternalSystems({ ...context, signal }))
      await endReport(context.db, open, comparison)
    } catch (error) {
      if (signal.aborted || isUnavailable(error)) throw error
      attempts.failures += 1
      attempts.nextAt = performance.now() + retryDelayMs * 2 ** (attempts.failures - 1)
      if (attempts.failures >= maxFailures) await endReport(context.db, open, failedComparison)
      throw error
    } finally {
      await lock.release()
    }
  }
}

const failedComparison: Comparison = {
  differences: [],
  problems: [{ kind: 'report', message: `The comparison failed ${maxFailures} times. The log of Slipway has the cause.` }],
}

async function endReport(db: Db, { id, restoreId }: OpenReport, { differences, problems }: Comparison): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx
      .updateTable('restore_reports')
      .set({
        ended_at: sql<Date>`now()`,
        differences: JSON.stringify(limitDifferences(differences)),
        total: differences.length,
        unread: differences.filter(isUnread).length,
        pending_deletions: differences.filter(isPlanned).length,
        problems: JSON.stringify(problems),
      })
      .where('id', '=', id)
      .where('ended_at', 'is', null)
      .execute()
    await publishChange(tx, { kind: restoreKind, id: restoreId })
  })
}

/** Requests the first report of a restore, if there is none. A report stays open if a later restore replaces its restore. */
async function findOpenReport(db: Db): Promise<OpenReport | undefined> {
  await sql`insert into restore_reports (id, restore_id, number)
    select ${uuidv7()}, r.id, 1 from database_restores r
    where r.closed_at is null and not exists (select from restore_reports p where p.restore_id = r.id)
    on conflict do nothing`.execute(db)
  return db
    .selectFrom('restore_reports as p')
    .innerJoin('database_restores as r', 'r.id', 'p.restore_id')
    .select(['p.id', 'r.id as restoreId'])
    .where('p.ended_at', 'is', null)
    .where('r.closed_at', 'is', null)
    .executeTakeFirst()
}

function requireReadOnly({ method, path, readOnly }: { method: string; path: string; readOnly?: boolean }): void {
  if (method !== 'GET' && method !== 'HEAD' && !readOnly) throw new Error(`A comparison must not ${method} ${path}.`)
}
