import { type RawBuilder, sql } from 'kysely'

/** SQL for the current month in UTC, such as `2026-11`. The database's clock decides, so that a statement with it is always the same. */
export const currentMonth: RawBuilder<string> = sql<string>`to_char(now() at time zone 'utc', 'YYYY-MM')`

/**
 * Matches the table or alias `accounts` if the cost of the current month is known, and was read in the last two days. The hourly check
 * misses a day only if Azure can’t be read.
 */
export const hasCurrentCost: RawBuilder<boolean> = sql<boolean>`exists (
  select from account_costs c where c.account_id = accounts.id and c.month = ${currentMonth}
  and c.read_at > now() - interval '2 days')`
