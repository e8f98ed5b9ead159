import { type RawBuilder, sql } from 'kysely'
import type { Money } from '../db/tables.ts'

/** The median of fewer budgets would reveal the budget of a single account or sandbox. */
export const minMedianBudgets = 5

export const userAccountsOf = (personId: string) => sql<string[]>`array(
  select p.id from people q join people p on p.id = q.id or p.employee_id = q.employee_id where q.id = ${personId})`

/**
 * Condition on `accounts m`: one of these people has requested or owned the account, or set its budget. Such an account stays theirs after
 * they hand it over. The changes of manual accounts are only in the audit trail.
 */
const isKnownTo = (personIds: RawBuilder<string[]>) => sql<boolean>`(
  exists (select from account_owners o where o.account_id = m.id and o.person_id = any (${personIds}))
  or exists (select from account_requests r where r.id = m.request_id and r.requester_id = any (${personIds}))
  or exists (
    select from (
      select u.requester_id as person_id, u.change->'before' as before, u.change->'after' as after from account_updates u where u.account_id = m.id
      union all
      select e.actor_id, e.before, e.after from audit_events e
      where m.kind = 'manual' and e.subject_id = m.id::text and e.subject_kind = 'account' and e.outcome = 'allowed'
    ) c
    where (c.person_id = any (${personIds}) and c.after->'budget' is distinct from c.before->'budget')
      or (jsonb_typeof(c.before->'owners') = 'array'
        and exists (select from jsonb_array_elements(c.before->'owners') o where o->>'id' = any (${personIds}::text[])))))`

/** Accounts of the requester don’t count, because their budgets could be set so that the median reveals another budget. */
export const medianBudgetOf = (familyId: string | null, environment: RawBuilder<unknown>, requesterId: string) => sql<Money | null>`(
  select json_build_object('amount', percentile_cont(0.5) within group (order by m.budget_amount), 'currency', min(m.budget->>'currency'))
  from accounts m where m.family_id = ${familyId} and m.status = 'active' and m.environment = ${environment}
    and not ${isKnownTo(userAccountsOf(requesterId))}
  having count(*) >= ${minMedianBudgets})`
