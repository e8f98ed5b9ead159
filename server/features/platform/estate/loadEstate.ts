import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import type { AccountStatus, Environment } from '../../../db/tables.ts'
import type { ListDefinition } from '../../../http/list.ts'
import { endingFrom, isEnding } from '../../access/assignments/ending.ts'
import { existingAccounts } from '../../accounts/accounts/list.ts'
import { currentMonth } from '../../accounts/costs/queries.ts'
import { isOpenGap, openGapsFrom } from '../../accounts/ownership/queries.ts'
import { notDeletedSql } from '../../sandboxes/sandboxes/list.ts'
import { type DisplayStatus, displayStatusColumn } from '../../sandboxes/sandboxes/states.ts'
import { costKnownFilter, costUnknownFilter, countWhere, type HealthBand, healthFilters, unmanagedFilter } from './filters.ts'

export const months = 12

interface TowerRow {
  id: string
  name: string
  active: number
  unknown: number
}
export interface CostRow {
  tower: string
  currency: string
  month: string
  spent: number
  accounts: number
  remaining: number | null
  forecasts: number
}
interface EstateRow {
  month: string
  waiting: number
  states: { status: Exclude<AccountStatus, 'deleted'>; environment: Environment; count: number }[]
  totals: Record<HealthBand | 'unmanaged' | 'costKnown', number>
  towers: TowerRow[]
  costs: CostRow[]
  read_at: Date | null
  gaps: number
  ending: number
  sandboxes: { status: DisplayStatus; count: number }[]
}

/** Reads everything in one statement, so that the numbers are of the same moment. @param list the accounts list of the reader */
export async function loadEstate(db: Db, list: ListDefinition, now: Date): Promise<EstateRow> {
  const { rows } = await sql<EstateRow>`select ${currentMonth} as month,
    ${listOf(statesOfAccounts)} as states, (select to_json(t) from (${totalsOf(list)}) t) as totals,
    ${listOf(towersOf(list))} as towers, ${listOf(costsByMonth)} as costs,
    (select max(read_at) from account_costs where month = ${currentMonth}) as read_at,
    (select count(*)::int from edge_rollout_stores s join edge_rollouts e on e.id = s.rollout_id join accounts a on a.id = s.account_id
      where e.status = 'halted' and s.status in ('planned', 'queued') and a.status = 'provisioning') as waiting,
    (select count(*)::int from ${openGapsFrom} where ${isOpenGap}) as gaps,
    (select count(*)::int from ${endingFrom} where ${isEnding(now)}) as ending,
    ${listOf(sandboxStates(now))} as sandboxes`.execute(db)
  return rows[0]!
}

const listOf = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(r), '[]') from (${rows}) r)`

const statesOfAccounts = sql`select status, environment, sum(accounts.accounts)::int as count from account_facets accounts
  where ${existingAccounts} group by status, environment having sum(accounts.accounts) > 0`

function totalsOf(list: ListDefinition): RawBuilder<unknown> {
  const totals = { ...healthFilters, unmanaged: unmanagedFilter, costKnown: costKnownFilter }
  const columns = Object.entries(totals).map(([name, filter]) => sql`${countWhere(list, filter)} as ${sql.ref(name)}`)
  return sql`select ${sql.join(columns)} from accounts where ${existingAccounts}`
}

const towersOf = (list: ListDefinition) => sql`
  select t.id, t.name, coalesce(a.active, 0) as active, coalesce(a.unknown, 0) as unknown from towers t left join (
    select tower_id, count(*)::int as active, ${countWhere(list, costUnknownFilter)} as unknown from accounts
    where status = 'active' group by tower_id) a on a.tower_id = t.id
  order by lower(t.name), t.id`

/** Money that was spent stays spent, so accounts that were deleted since are part of the sums. */
const costsByMonth = sql`
  select a.tower_id as tower, c.currency, c.month, sum(c.spent)::bigint as spent, count(*)::int as accounts,
    sum(greatest(c.forecast - c.spent, 0)) filter (where a.status = 'active')::bigint as remaining,
    count(c.forecast) filter (where a.status = 'active')::int as forecasts
  from account_costs c join accounts a on a.id = c.account_id
  where c.month between to_char(date_trunc('month', now() at time zone 'utc') - make_interval(months => ${months - 1}), 'YYYY-MM')
    and ${currentMonth}
  group by a.tower_id, c.currency, c.month`

const sandboxStates = (now: Date) => sql`
  select ${displayStatusColumn(now)} as status, count(*)::int as count from sandboxes where ${notDeletedSql} group by 1`
