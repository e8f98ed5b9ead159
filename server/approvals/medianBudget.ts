import { type RawBuilder, sql } from 'kysely'
import type { Money } from '../db/tables.ts'

/** The median of fewer budgets would reveal the budget of a single account or sandbox. */
export const minMedianBudgets = 5

export const userAccountsOf = (personId: string) => sql<string[]>`array(
  select p.id from people q join people p on p.id = q.id or p.employee_id = q.employee_id where q.id = ${personId})`

/** The requester’s accounts and sandboxes don’t count, because their budgets could be set so that the median reveals another budget. */
export const medianBudgetOf = (familyId: string | null, environment: RawBuilder<unknown>, requesterId: string) => sql<Money | null>`(
  select json_build_object('amount', percentile_cont(0.5) within group (order by m.budget_amount), 'currency', min(m.budget->>'currency'))
  from accounts m where m.family_id = ${familyId} and m.status = 'active' and m.environment = ${environment}
    and not exists (select from account_owners o where o.account_id = m.id and o.person_id = any (${userAccountsOf(requesterId)}))
  having count(*) >= ${minMedianBudgets})`
