import { type RawBuilder, sql } from 'kysely'
import { maxLeaseHours } from '../sandboxes/lease.ts'

/** The SQL version of the verdict on an extension in `leaseVerdict`, on the sandbox `s` and the request `r`. */
const canExtend = (now: Date) => sql<boolean>`(
  (s.status in ('active', 'frozen')
    or s.status = 'deleting' and s.delete_cause = 'expired' and s.removing_at is null and s.delete_at > ${now} and (r.details->>'hours')::int > 0)
  and s.extensions_used < (s.terms->>'maxExtensions')::int
  and (r.details->>'hours')::int + (r.details->>'budget')::bigint > 0
  and (r.details->>'hours')::int <= (s.terms->>'extensionHours')::int
  and s.lease_hours + (r.details->>'hours')::int <= ${maxLeaseHours}
  and s.budget_limit + (r.details->>'budget')::bigint <= (s.terms->>'maxBudget')::bigint)`

const hasDepartedOwner = sql<boolean>`exists (select from people p where not p.active and p.id in (
  select o::uuid from jsonb_array_elements_text(r.details->'ownerIds') o where r.kind = 'new'
  union all select o.person_id from sandbox_owners o where r.kind = 'extension' and o.sandbox_id = r.sandbox_id))`

/** Counts the same warnings as `flagsFor`. */
export const sandboxRequestWarnings = (now: Date): RawBuilder<number> => sql<number>`(
  select ${hasDepartedOwner}::int + (r.kind = 'extension' and not coalesce(${canExtend(now)}, true))::int
  from sandbox_requests r left join sandboxes s on s.id = r.sandbox_id where r.id = a.subject_id)`
