import { sql } from 'kysely'

/** A sandbox that was counted less than this time ago is skipped, so that a repeated job continues where the first one stopped. */
const minIntervalMs = 5 * 60_000

/** SQL condition on the sandbox `s` and its meter `m`, which can be missing: a run at this time counts the spend. */
export const isDueForMetering = (now: Date) =>
  sql<boolean>`(s.subscription_id is not null and s.lease_start is not null and m.closed_at is null
    and (s.status in ('active', 'frozen', 'deleting', 'quarantined') or (s.status = 'deleted' and m.sandbox_id is not null))
    and coalesce(m.counted_to, '-infinity') <= ${new Date(now.getTime() - minIntervalMs)})`
