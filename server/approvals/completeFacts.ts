import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { toUnits } from '../format.ts'
import { emptyFacts, type PolicyFacts } from './facts.ts'
import { medianBudgetOf } from './medianBudget.ts'
import { riskOf } from './risk.ts'
import type { ApprovalFacts } from './subject.ts'

const recordPeriodDays = 90

interface Row {
  department: string | null
  job_title: string | null
  roles: string[]
  owner: boolean
  owned: number
  sandboxes: number
  approved: number
  rejected: number
  overruns: number
  target: Partial<PolicyFacts['target']> | null
  region: string | null
  connectivity: string | null
  tower: string | null
  family: string | null
  usual_budget: { amount: number; currency: string } | null
  items: { name: string; amount: number; currency: string; restricted: boolean }[]
}

/** Adds facts about the requester and the target from the database. The facts of the request override them. */
export async function completeFacts(db: Db, requesterId: string, recordedFacts: ApprovalFacts, now: Date): Promise<PolicyFacts> {
  const { towerId, familyId, catalogueItemIds, accountId = null, sandboxId = null } = recordedFacts
  const sinceDate = new Date(now.getTime() - recordPeriodDays * 86_400_000)
  const countDecided = (status: string) =>
    sql`(select count(*) from approvals r where r.requester_id = p.id and r.opened_at > ${sinceDate} and r.status = ${status} and r.automatic is null)`
  const { rows } = await sql<Row>`
    select p.department, p.job_title, p.roles,
      exists (select from account_owners o where o.account_id = ${accountId} and o.person_id = p.id)
        or exists (select from sandbox_owners o where o.sandbox_id = ${sandboxId} and o.person_id = p.id) as owner,
      (select count(*) from account_owners o join accounts m on m.id = o.account_id where o.person_id = p.id and m.status = 'active') as owned,
      (select count(*) from sandboxes m where m.requester_id = p.id and m.status not in ('deleted', 'quarantined')) as sandboxes,
      ${countDecided('approved')} as approved, ${countDecided('rejected')} as rejected,
      (select count(*) from sandboxes m where m.requester_id = p.id and (m.limit_reached_at > ${sinceDate}
        or exists (select from sandbox_events e where e.sandbox_id = m.id and e.key like 'frozen:budget:%' and e.at > ${sinceDate}))) as overruns,
      case when a.id is not null
        then json_build_object('kind', 'account', 'name', a.name, 'environment', a.environment, 'criticality', a.criticality, 'dataClassification', a.data_classification)
        when s.id is not null then json_build_object('kind', 'sandbox', 'name', s.name, 'environment', 'development') end as target,
      coalesce(a.region, s.region) as region, a.network->>'connectivity' as connectivity,
      (select t.code from towers t where t.id = ${towerId}) as tower,
      (select f.name from families f where f.id = ${familyId}) as family,
      ${medianBudgetOf(familyId, sql`coalesce(a.environment, ${recordedFacts.target?.environment ?? ''})`, requesterId)} as usual_budget,
      (select coalesce(json_agg(json_build_object('name', i.name, 'amount', (i.monthly_estimate->>'amount')::float8,
          'currency', i.monthly_estimate->>'currency', 'restricted', exists (select from catalogue_item_approvers c where c.item_id = i.id)) order by i.name), '[]'::json)
        from catalogue_items i where i.id = any (${catalogueItemIds}::uuid[])) as items
    from people p left join accounts a on a.id = ${accountId} left join sandboxes s on s.id = ${sandboxId}
    where p.id = ${requesterId}`.execute(db)
  const row = rows[0]
  const facts = emptyFacts()
  if (row) {
    facts.request.items = row.items.map(({ name }) => name)
    facts.request.estimate = row.items.reduce((sum, { amount, currency }) => sum + toUnits(amount, currency), 0)
    facts.request.restrictedItems = row.items.some(({ restricted }) => restricted)
    Object.assign(facts.request, { region: row.region ?? '', connectivity: row.connectivity ?? '' })
    Object.assign(facts.target, row.target, {
      tower: row.tower ?? '',
      family: row.family ?? '',
      usualBudget: row.usual_budget ? toUnits(row.usual_budget.amount, row.usual_budget.currency) : 0,
    })
    facts.requester = {
      department: row.department ?? '',
      jobTitle: row.job_title ?? '',
      roles: row.roles,
      owner: row.owner,
      ownedAccounts: row.owned,
      liveSandboxes: row.sandboxes,
      approved: row.approved,
      rejected: row.rejected,
      overruns: row.overruns,
    }
  }
  Object.assign(facts.request, recordedFacts.request)
  Object.assign(facts.target, recordedFacts.target)
  facts.risk = riskOf(facts)
  return facts
}
