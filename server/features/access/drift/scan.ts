import { sql } from 'kysely'
import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import type { Context } from '../../../context.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import type { RunnerContext } from '../../../workflows/claim.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { comparableGroups, scanGroups } from './scans.ts'
import { storeScans } from './storeScans.ts'

/** Limits the accounts per job, so that a job needs little memory and little is repeated after a crash. */
const maxAccountsPerBatch = 40
const nextBatchDelayMs = 60_000
/** A scan without progress for this long has lost its job and continues with a new one. */
const lostScanAfterMs = 15 * 60_000

/**
 * A new installation starts its first scan soon after the process starts, with a delay that leaves the first seconds to people who open a
 * page.
 */
export async function enqueueFirstScan({ db, jobs, now }: { db: Db; jobs: Jobs; now: () => Date }): Promise<void> {
  await inTransaction(db, async (tx) => {
    const scan = await tx
      .insertInto('access_scans')
      .values({ started_at: now(), moved_at: now(), after_account: null, ended_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('started_at')
      .executeTakeFirst()
    if (scan) await jobs.send(tx, 'reconcileAccess', {}, { afterMs: nextBatchDelayMs })
  })
}

/** Several replicas can call this function at the same time; only one of them starts a scan. */
export async function startDriftScan({ db, jobs, config, now }: Pick<Context, 'db' | 'jobs' | 'config' | 'now'>): Promise<void> {
  const at = now()
  const scanDueBefore = new Date(at.getTime() - config.reconcileMinutes * 60_000)
  await inTransaction(db, async (tx) => {
    const { rows } = await sql`
      update access_scans set moved_at = ${at}, ended_at = null,
        started_at = case when ended_at is null then started_at else ${at} end,
        after_account = case when ended_at is null then after_account end
      where ended_at is not null and started_at <= ${scanDueBefore}
        or ended_at is null and moved_at <= ${new Date(at.getTime() - lostScanAfterMs)}
      returning only_one`.execute(tx)
    if (rows.length > 0) await jobs.send(tx, 'reconcileAccess', {})
  })
}

type ScanContext = Pick<Context, 'db' | 'clients' | 'jobs' | 'now'> & Pick<RunnerContext, 'log'>

/**
 * Scans the next accounts and enqueues the job for the accounts after them. Two jobs for the same accounts write the same result, but only
 * one of them continues, so a scan always has a single job.
 */
export async function continueRound(context: ScanContext, signal?: AbortSignal): Promise<void> {
  const { db, jobs, now, log } = context
  const round = await db.selectFrom('access_scans').select(['after_account', 'ended_at']).executeTakeFirst()
  if (!round || round.ended_at) return
  const accountIds = await nextAccounts(db, round.after_account)
  let isDelayed = false
  try {
    await compareAccounts(context, accountIds, signal)
  } catch (error) {
    if (!(error instanceof ExternalError)) throw error
    log.warn({ err: error }, 'couldn’t reach the directory; the access scan runs later')
    isDelayed = true
  }
  const lastAccountId = accountIds.at(-1)
  const isLastBatch = !isDelayed && accountIds.length < maxAccountsPerBatch
  await inTransaction(db, async (tx) => {
    const movedRow = await tx
      .updateTable('access_scans')
      .set({
        moved_at: now(),
        ...(!isDelayed && lastAccountId && { after_account: lastAccountId }),
        ...(isLastBatch && { ended_at: now() }),
      })
      .where('ended_at', 'is', null)
      .where(sql<boolean>`after_account is not distinct from ${round.after_account}::uuid`)
      .returning('only_one')
      .executeTakeFirst()
    if (!movedRow) return
    if (isLastBatch) await closeLeftovers(tx, now())
    else await jobs.send(tx, 'reconcileAccess', {}, isDelayed ? { afterMs: nextBatchDelayMs } : {})
  })
}

async function nextAccounts(db: Db, after: string | null): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from accounts a
    where a.status = 'active' and ${after ? sql`a.id > ${after}` : sql`true`}
      and exists (select from access_groups g where g.account_id = a.id and g.status = 'ready')
    order by a.id limit ${maxAccountsPerBatch}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * An account whose scan can’t be stored doesn’t affect the others.
 * @throws ExternalError if the directory doesn’t respond at all
 */
async function compareAccounts(context: ScanContext, accountIds: string[], signal?: AbortSignal): Promise<void> {
  if (accountIds.length === 0) return
  const { db, now, log } = context
  const scans = await scanGroups(context, await comparableGroups(db, accountIds), signal)
  for (const id of accountIds) {
    signal?.throwIfAborted()
    try {
      await inTransaction(db, (tx) => storeScans(tx, id, scans, now()))
    } catch (error) {
      log.warn({ err: error, accountId: id }, 'couldn’t scan the access of an account')
    }
  }
}

/** Closes differences of groups that are no longer scanned, because the group or its account is being deleted. */
async function closeLeftovers(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ account: string; differences: string[] }>`
    with gone as (
      update access_differences d set status = 'gone', resolved_at = ${now}, version = d.version + 1
      from access_groups g join accounts a on a.id = g.account_id
      where d.status = 'open' and g.id = d.group_id and (g.status <> 'ready' or a.status <> 'active') returning d.id, d.account_id
    ) select account_id as account, array_agg(id) as differences from gone group by account_id`.execute(db)
  await recordSystemEvent(
    db,
    ...rows.map(({ account, differences }) => ({
      action: 'accessDifferencesClosed' as const,
      subject: { kind: 'account', id: account },
      after: { differences },
      reason: 'The group is no longer scanned, because it or its account is deleted.',
    })),
  )
}
