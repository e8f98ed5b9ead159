import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import { formatRemaining } from '../../../format.ts'
import type { RunnerContext } from '../../../workflows/claim.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { notifySandboxPeople } from '../leases/notify.ts'
import { freeze } from '../leases/transitions.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { forecastOf } from '../sandboxes/forecast.ts'
import { lockSandbox } from '../sandboxes/queries.ts'
import { money } from './labels.ts'

/** Finds sandboxes that passed a threshold without a notification, and sandboxes that passed a freezing threshold and are still running. */
async function findCrossedThresholds(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select s.id from sandboxes s
    where s.id = any (${ids}::uuid[]) and s.status in ('active', 'frozen') and exists (
      select from jsonb_to_recordset(s.terms->'thresholds') as t (percent int, action text)
      where s.spent * 100 >= s.budget_limit * t.percent and (
        not exists (select from sandbox_events e where e.sandbox_id = s.id and e.key = 'spent:' || t.percent || ':' || s.budget_limit)
        or t.action = 'freeze' and s.status = 'active'
          and not exists (select from sandbox_events e where e.sandbox_id = s.id and e.key = 'frozen:budget:' || s.budget_limit)))
    order by s.id`.execute(db)
  return rows.map((row) => row.id)
}

/** Notifies owners or freezes the sandbox, once per threshold and limit, even with several replicas. */
export async function actOnThresholds(
  { db, jobs, now, log }: Pick<Context, 'db' | 'jobs' | 'now'> & Pick<RunnerContext, 'log'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of await findCrossedThresholds(db, ids))
    await inTransaction(db, (tx) => actOn({ db: tx, jobs }, id, now())).catch((error: unknown) =>
      // A sandbox that fails is retried at the next scan and doesn’t delay the others.
      log.warn({ err: error, sandbox: id }, 'couldn’t apply a threshold'),
    )
}

export async function applyThreshold(context: { db: Db; jobs: Jobs }, sandboxId: string, now: Date): Promise<void> {
  for (const id of await findCrossedThresholds(context.db, [sandboxId])) await actOn(context, id, now)
}

async function actOn(context: { db: Db; jobs: Jobs }, sandboxId: string, now: Date): Promise<void> {
  const sandbox = await lockSandbox(context.db, sandboxId)
  const { name, spent, budget_limit: limit, currency, terms } = sandbox
  const reachedThresholds = terms.thresholds
    .filter(({ percent }) => spent * 100 >= limit * percent)
    .toSorted((a, b) => a.percent - b.percent)
  const fresh: typeof reachedThresholds = []
  for (const threshold of reachedThresholds) {
    const text = `${threshold.percent}% of the budget of ${money(limit, currency)} is spent.`
    const key = `spent:${threshold.percent}:${limit}`
    if (await recordEvent(context.db, { sandboxId, kind: 'spent', text, key, now })) fresh.push(threshold)
  }
  const shouldFreeze = reachedThresholds.some(({ action }) => action === 'freeze') && sandbox.status === 'active'
  const highestNotified = fresh.findLast(({ action }) => action === 'notify')
  if (highestNotified && !shouldFreeze) {
    const { freezesAt, reachesLimitAt } = forecastOf(sandbox, now)
    const usedUpAt = freezesAt ?? reachesLimitAt
    const remainingMs = usedUpAt ? usedUpAt.getTime() - now.getTime() : 0
    const remaining = remainingMs > 0 ? ` At the current rate the budget lasts about ${formatRemaining(remainingMs)}.` : ''
    const freezeThreshold = terms.thresholds.find(({ action }) => action === 'freeze')
    const freezeNote = freezeThreshold ? ` The sandbox is frozen at ${freezeThreshold.percent}%.` : ''
    await notifySandboxPeople(
      context.db,
      sandbox,
      {
        kind: 'spent',
        title: `${name} has spent ${money(spent, currency)} of ${money(limit, currency)}`,
        body: `More than ${highestNotified.percent}% of the budget is spent.${remaining}${freezeNote} Stop what you don’t need, or request an extension.`,
        members: false,
      },
      { by: null, key: `spent:${highestNotified.percent}:${limit}` },
    )
  }
  if (shouldFreeze) await freeze(context, { sandboxId, cause: 'budget', by: null, now })
}
