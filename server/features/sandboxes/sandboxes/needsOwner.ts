import { type RawBuilder, sql } from 'kysely'
import type { SandboxExtension } from './schemas.ts'
import { expiresBy } from './states.ts'

/** In percent of the budget. */
const nearLimit = 80

const openExtensionFrom = sql`sandbox_requests x
  where x.sandbox_id = sandboxes.id and x.kind = 'extension' and x.status in ('pending_approval', 'changes_requested')`

/** The open extension, of which a sandbox has at most one. */
export const openExtension = sql<SandboxExtension | null>`(select json_build_object('id', x.id, 'reference', x.reference, 'status', x.status, 'hours', (x.details->>'hours')::int,
  'budget', (x.details->>'budget')::bigint) from ${openExtensionFrom})`

const isAddingHours = sql<boolean>`exists (select from ${openExtensionFrom} and (x.details->>'hours')::int > 0)`
const isAddingBudget = sql<boolean>`exists (select from ${openExtensionFrom} and (x.details->>'budget')::bigint > 0)`

const canFreeze = sql<boolean>`sandboxes.terms->'thresholds' @> '[{"action": "freeze"}]'`

/** The SQL version of the forecast’s `freezesAt`, for the next time span in which sandboxes expire. Requested hours can move the end of the lease. */
const freezesBy = (by: Date) => sql<boolean>`coalesce(sandboxes.spend_at is not null
  and (select min((t->>'percent')::int) from jsonb_array_elements(sandboxes.terms->'thresholds') t where t->>'action' = 'freeze')
    * sandboxes.budget_limit / 100.0 - sandboxes.spent
    <= sandboxes.hourly_rate / 1e6 * extract(epoch from case when ${isAddingHours} then ${by}::timestamptz
      else least(sandboxes.lease_end, ${by}::timestamptz) end - sandboxes.spend_at) / 3600, false)`

/**
 * Selects the rows of `sandboxes` that end, freeze or are removed unless an owner acts. After an owner requested the time or the budget that is
 * missing, an approver acts next. What an owner froze or deleted is as an owner wants it. The task count and the lists use this condition, so that they show the same sandboxes.
 */
export function needsOwner(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(case sandboxes.status
    when 'active' then (sandboxes.lease_end <= ${expiresBy(now)} and not ${isAddingHours})
      or (((sandboxes.budget_percent >= ${nearLimit} and ${canFreeze}) or ${freezesBy(expiresBy(now))}) and not ${isAddingBudget})
    when 'frozen' then sandboxes.freeze_cause <> 'owner' and (sandboxes.freeze_cause <> 'budget' or not ${isAddingBudget})
    when 'deleting' then sandboxes.removing_at is null and sandboxes.delete_cause <> 'owner'
      and (sandboxes.delete_cause <> 'expired' or not ${isAddingHours})
    else false end)`
}
