import { type RawBuilder, sql } from 'kysely'

/** An open run without progress for this long, in milliseconds, has lost its worker, or its queue is paused. */
export const stalledAfterMs = 15 * 60_000

/**
 * SQL condition: the run is open, has made no progress for 15 minutes, and no attempt is planned. Slipway continues such a run within a
 * minute, unless its queue is paused or no replica has time for it. The next attempt is read for each of these few runs, because `not exists`
 * would read all steps.
 * @param run the table or alias of `work_runs`
 */
export function isStalled(run: 'work_runs' | 'r', now: Date): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${run}.${name}`)
  const before = new Date(now.getTime() - stalledAfterMs)
  return sql<boolean>`(${column('status')} in ('queued', 'running', 'waiting') and ${column('updated_at')} < ${before}
    and coalesce((select max(s.next_attempt_at) from work_steps s where s.run_id = ${column('id')}) <= ${before}, true))`
}
