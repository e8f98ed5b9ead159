import { sql } from 'kysely'
import type { Evidence } from '../../../approvals/evidence.ts'
import { medianBudgetOf } from '../../../approvals/medianBudget.ts'
import type { Db } from '../../../db/database.ts'
import type { Money } from '../../../db/tables.ts'
import { formatMoney } from '../../../format.ts'
import { type PersonRef, person } from '../../../people/queries.ts'
import { ownershipEvidence } from '../accounts/ownershipEvidence.ts'
import { isPrivilegedAccessRole } from './accessRoles.ts'
import { budgetWarningsOf } from './budgetWarnings.ts'
import type { AccountRequestDetails } from './schemas.ts'

export async function accountRequestEvidence({ db }: { db: Db }, requestId: string): Promise<Evidence> {
  const row = await db
    .selectFrom('account_requests as r')
    .innerJoin('families as f', 'f.id', 'r.family_id')
    .selectAll('r')
    .select('f.name as family_name')
    .select(
      sql<
        PersonRef[]
      >`(select coalesce(json_agg(${person(sql`o.id::uuid`)} order by o.ordinality), '[]'::json) from jsonb_array_elements_text(r.details->'ownerIds') with ordinality o(id, ordinality))`.as(
        'owners',
      ),
    )
    .where('r.id', '=', requestId)
    .executeTakeFirstOrThrow()
  const details = row.details as unknown as AccountRequestDetails
  const [items, ownership, budgets, similar] = await Promise.all([
    details.catalogueItemIds.length > 0
      ? db
          .selectFrom('catalogue_items')
          .select([
            'name',
            'monthly_estimate',
            sql<boolean>`exists (select 1 from catalogue_item_approvers a where a.item_id = catalogue_items.id)`.as('restricted'),
          ])
          .where('id', 'in', details.catalogueItemIds)
          .orderBy('name')
          .execute()
      : [],
    ownershipEvidence(db, { requesterId: row.requester_id, familyId: row.family_id, currency: details.budget.currency }),
    sql<{ median: Money | null }>`select ${medianBudgetOf(row.family_id, sql`${details.environment}`, row.requester_id)} as median`.execute(
      db,
    ),
    sql<{ id: string; reference: string; name: string; outcome: string; requester: string; at: Date; waited: number }>`
      select r.id, r.reference, r.name, a.status as outcome, p.display_name as requester, a.closed_at as at, extract(epoch from a.closed_at - a.opened_at)::float8 / 3600 as waited
      from account_requests r join approvals a on a.subject_id = r.id and a.subject_kind = 'accountRequest' and a.closed_at is not null and a.status <> 'cancelled' join people p on p.id = r.requester_id
      where r.id <> ${requestId} and (r.family_id = ${row.family_id} or r.tower_id = ${row.tower_id})
      order by (r.family_id = ${row.family_id}) desc, (r.details->>'environment' = ${details.environment}) desc, a.closed_at desc limit 5`.execute(
      db,
    ),
  ])
  const { accounts: accountCount, monthly } = ownership.familyBudget
  const { budget } = details
  const money = (amount: number) => formatMoney({ amount, currency: budget.currency })
  return {
    changes: [
      { label: 'Account', before: '', after: details.name, requested: true },
      { label: `Accounts of ${row.family_name}`, before: String(accountCount), after: String(Number(accountCount) + 1) },
      {
        key: 'otherBudgets',
        label: 'Monthly budgets of the family',
        before: money(Number(monthly.amount)),
        after: money(Number(monthly.amount) + budget.amount),
      },
    ],
    cost: {
      before: { amount: 0, currency: budget.currency },
      after: { amount: budget.amount, currency: budget.currency },
      per: 'month',
    },
    facts: [
      { key: 'environment', label: 'Environment', value: details.environment, requested: true },
      { key: 'dataClassification', label: 'Data classification', value: details.dataClassification, requested: true },
      { label: 'Criticality', value: details.criticality.replace('tier', 'Tier '), requested: true },
      { key: 'region', label: 'Region', value: details.region, requested: true },
      { key: 'connectivity', label: 'Network connection', value: details.connectivity, requested: true },
      { label: 'Cost centre', value: details.costCentre, requested: true },
      { label: 'Services', value: items.map((item) => item.name).join(', ') || 'None', requested: true },
      {
        label: 'Access groups',
        value: details.accessGroups.map((group) => `${group.name}: ${group.role}, ${group.assignment}`).join('; ') || 'None',
        requested: true,
      },
    ],
    purpose: details.purpose,
    owners: row.owners,
    monthlyBudget: { amount: budget.amount, currency: budget.currency },
    catalogueEstimate: { amount: items.reduce((sum, item) => sum + item.monthly_estimate.amount, 0), currency: budget.currency },
    flags: flagsFor(details, row.owners, row.requester_id, items, budgets.rows[0]?.median?.amount ?? null),
    ...ownership,
    similar: similar.rows.map(({ at, waited, ...rest }) => ({ ...rest, at: at.toISOString(), waitedHours: waited })),
  }
}

function flagsFor(
  details: AccountRequestDetails,
  owners: PersonRef[],
  requesterId: string,
  items: { name: string; monthly_estimate: { amount: number }; restricted: boolean }[],
  medianBudget: number | null,
): Evidence['flags'] {
  const flags: Evidence['flags'] = []
  const inactiveOwners = owners.filter((owner) => !owner.active)
  if (inactiveOwners.length > 0)
    flags.push({
      tone: 'bad',
      text: `${inactiveOwners.map((owner) => owner.displayName).join(', ')} would be an owner but ${inactiveOwners.length === 1 ? 'is' : 'are'} disabled in the directory.`,
    })
  for (const text of budgetWarningsOf({ budget: details.budget, items })) flags.push({ tone: 'warn', text })
  if (medianBudget !== null && details.budget.amount > medianBudget * 3)
    flags.push({
      key: 'otherBudgets',
      tone: 'warn',
      text: `The budget is ${Math.round(details.budget.amount / medianBudget)} times the median budget of the family’s ${details.environment} accounts.`,
    })
  if (details.dataClassification === 'restricted') flags.push({ tone: 'warn', text: 'The account will hold restricted data.' })
  if (details.dataClassification !== 'public' && details.connectivity === 'internet')
    flags.push({ tone: 'warn', text: `The account holds ${details.dataClassification} data and is open to the internet.` })
  for (const item of items) if (item.restricted) flags.push({ tone: 'info', text: `${item.name} has its own approvers, who also decide.` })
  const permanentPrivileged = details.accessGroups.find((group) => group.assignment === 'active' && isPrivilegedAccessRole(group.role))
  if (permanentPrivileged)
    flags.push({ tone: 'warn', text: `A group would have the active role ${permanentPrivileged.role}. An eligible role is safer.` })
  if (!details.ownerIds.includes(requesterId)) flags.push({ tone: 'info', text: 'The requester won’t be an owner.' })
  return flags
}
