import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { type Db, inTransaction } from '../../../db/database.ts'
import type { RunnerContext } from '../../../workflows/claim.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { notifyAbout } from '../leases/notify.ts'
import { freeze } from '../leases/transitions.ts'
import { recordEvent } from '../sandboxes/events.ts'
import { lockSandbox } from '../sandboxes/queries.ts'
import { forecastOf } from './forecast.ts'
import { money, span } from './labels.ts'

/** Finds sandboxes that passed a threshold without a notification, or a freezing threshold while they still run. */
async function passed(db: Db, ids: readonly string[]): Promise<string[]> {
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
  for (const id of await passed(db, ids))
    await inTransaction(db, (tx) => actOn({ db: tx, jobs }, id, now())).catch((error: unknown) =>
      // A failure is retried at the next count and doesn’t delay the others.
      log.warn({ err: error, sandbox: id }, 'couldn’t apply a threshold'),
    )
}

export async function actOnThreshold(world: { db: Db; jobs: Jobs }, sandboxId: string, now: Date): Promise<void> {
  for (const id of await passed(world.db, [sandboxId])) await actOn(world, id, now)
}

async function actOn(world: { db: Db; jobs: Jobs }, sandboxId: string, now: Date): Promise<void> {
  const sandbox = await lockSandbox(world.db, sandboxId)
  const { name, spent, budget_limit: limit, currency, terms } = sandbox
  const reached = terms.thresholds.filter(({ percent }) => spent * 100 >= limit * percent).toSorted((a, b) => a.percent - b.percent)
  const fresh: typeof reached = []
  for (const threshold of reached) {
    const text = `${threshold.percent}% of the budget of ${money(limit, currency)} is spent.`
    const key = `spent:${threshold.percent}:${limit}`
    if (await recordEvent(world.db, { sandboxId, kind: 'spent', text, key, now })) fresh.push(threshold)
  }
  const freezes = reached.some(({ action }) => action === 'freeze') && sandbox.status === 'active'
  const highest = fresh.findLast(({ action }) => action === 'notify')
  if (highest && !freezes) {
    const forecast = forecastOf(sandbox, now)
    const soon = forecast.reachesLimitAt
      ? ` At the current rate the budget lasts about ${span(forecast.reachesLimitAt.getTime() - now.getTime())}.`
      : ''
    const freezing = terms.thresholds.find(({ action }) => action === 'freeze')
    const then = freezing ? ` The sandbox is frozen at ${freezing.percent}%.` : ''
    await notifyAbout(
      world.db,
      sandbox,
      {
        kind: 'spent',
        title: `${name} has spent ${money(spent, currency)} of ${money(limit, currency)}`,
        body: `More than ${highest.percent}% of the budget is spent.${soon}${then} Stop what you don’t need, or request an extension.`,
        members: false,
      },
      { by: null, key: `spent:${highest.percent}:${limit}` },
    )
  }
  if (freezes) await freeze(world, { sandboxId, because: 'budget', by: null, now })
}
