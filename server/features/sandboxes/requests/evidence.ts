import { sql } from 'kysely'
import type { Evidence } from '../../../approvals/evidence.ts'
import type { Db } from '../../../db/database.ts'
import { formatDay, formatHours, formatMoney } from '../../../format.ts'
import { type PersonRef, people, person } from '../../../people/queries.ts'
import { forecastOf } from '../sandboxes/forecast.ts'
import { freezeAmount, leaseAfter, leaseVerdict } from '../sandboxes/lease.ts'
import { countOfPeople } from '../sandboxes/sandboxRows.ts'
import { describeSandbox } from '../sandboxes/states.ts'
import { typicalCost } from '../spend/typicalCost.ts'
import { loadCapacity } from '../templates/capacity.ts'
import { recordPeriodDays } from './approvalRule.ts'
import { earlierOf, findSimilarDecisions, liveOf, medianBudget } from './evidenceQueries.ts'
import { type FlagFacts, flagsFor } from './flags.ts'
import { countPersonUse } from './status.ts'
import { sandboxRequestKind } from './submit.ts'

export const approvalReason = 'Reason for the approval'

export async function sandboxRequestEvidence({ db, now }: { db: Db; now: Date }, requestId: string): Promise<Evidence> {
  const row = await db
    .selectFrom('sandbox_requests as r')
    .innerJoin('sandbox_templates as t', 't.id', 'r.template_id')
    .innerJoin('towers', 'towers.id', 'r.tower_id')
    .leftJoin('sandboxes as s', 's.id', 'r.sandbox_id')
    .selectAll('r')
    .select(['t.name as template_name', 't.enabled', 't.hosting', 't.regions', 't.typical_use', 't.max_budget', 't.max_hours'])
    .select(['towers.name as tower_name', sql<string>`coalesce(s.currency, t.currency)`.as('currency')])
    .select([
      people(sql`sandbox_owners`, sql`l.sandbox_id = r.sandbox_id`).as('sandbox_owners'),
      sql<PersonRef[]>`(select coalesce(json_agg(${person(sql`o.id::uuid`)} order by o.ordinality), '[]'::json)
        from jsonb_array_elements_text(r.details->'ownerIds') with ordinality o(id, ordinality))`.as('wished_owners'),
      sql<string | null>`(select a.automatic from approvals a where a.subject_kind = ${sandboxRequestKind} and a.subject_id = r.id
        order by a.opened_at desc, a.id desc limit 1)`.as('rule_reason'),
    ])
    .where('r.id', '=', requestId)
    .executeTakeFirstOrThrow()
  const [freeCapacity, record, liveSandboxes, earlierSandboxes, similar, median, sandbox, count] = await Promise.all([
    loadCapacity(db, now),
    countPersonUse(db, row.requester_id, row.template_id, now, row.id),
    liveOf(db, row.requester_id, now),
    earlierOf(db, row.requester_id),
    findSimilarDecisions(db, row),
    medianBudget(db, row.template_id, row.requester_id),
    row.kind === 'extension'
      ? db.selectFrom('sandboxes').selectAll().select(countOfPeople.as('people')).where('id', '=', row.sandbox_id).executeTakeFirst()
      : undefined,
    db
      .selectFrom('sandboxes')
      .select((eb) => eb.fn.countAll<number>().as('live'))
      .where('requester_id', '=', row.requester_id)
      .where('status', 'not in', ['deleted', 'quarantined'])
      .executeTakeFirstOrThrow(),
  ])
  const reasons = row.rule_reason === null ? row.decision_reasons : [row.rule_reason]
  const { hours, budget } = row.details
  const { currency } = row
  const money = (amount: number) => formatMoney({ amount, currency })
  const after = sandbox && { ...sandbox, ...leaseAfter(sandbox, { kind: 'extend', hours, budget }, now) }
  const expected = after && forecastOf(after, now).amount
  const amountAtFreeze = after && freezeAmount(after)
  const limit = sandbox?.budget_limit ?? 0
  const usableBudget = amountAtFreeze ?? limit + budget
  const typicalCostResult = sandbox ? null : await typicalCost(db, { currency, regions: row.regions, typicalUse: row.typical_use }, hours)
  const capacityOfHosting = freeCapacity[row.hosting]
  const owners = row.kind === 'new' ? row.wished_owners : row.sandbox_owners
  const flags: FlagFacts = {
    kind: row.kind,
    requesterId: row.requester_id,
    owners,
    overruns: record.overruns,
    live: liveSandboxes.filter((each) => each.id !== row.sandbox_id).length,
    offered: row.enabled,
    hours,
    budget: { amount: budget, currency },
    maxBudget: row.max_budget,
    typical: typicalCostResult?.amount ?? null,
    medianBudget: median,
    full: capacityOfHosting.free === 0,
    overspend: (expected ?? 0) <= usableBudget ? undefined : amountAtFreeze === undefined ? 'exceeds' : 'freezes',
    impossible: sandbox ? leaseVerdict(sandbox, { kind: 'extend', hours, budget }, now) : true,
  }
  const spendLimitFact = { key: 'spend' as const, label: 'Spend limit', before: sandbox ? money(limit) : '', after: money(limit + budget) }
  return {
    changes: sandbox
      ? [
          ...(sandbox.lease_end
            ? [
                {
                  label: 'Ends',
                  before: formatDay(sandbox.lease_end),
                  after: formatDay(new Date(sandbox.lease_end.getTime() + hours * 3_600_000)),
                },
              ]
            : []),
          spendLimitFact,
        ]
      : [
          { key: 'sandboxes' as const, label: 'Requester’s sandboxes', before: String(count.live), after: String(Number(count.live) + 1) },
          spendLimitFact,
          { label: 'Lease', before: '', after: `${formatHours(hours)}, starting when it’s ready`, requested: true },
        ],
    cost: { before: { amount: limit, currency }, after: { amount: limit + budget, currency }, per: 'whole' },
    facts: [
      { label: 'Template', value: row.template_name, requested: true },
      { label: 'Tower', value: row.tower_name, requested: true },
      ...(sandbox
        ? [
            { label: 'Sandbox', value: describeSandbox(sandbox, now) },
            { label: 'Extension', value: hours > 0 ? formatHours(hours) : 'None', requested: true },
            { label: 'More budget', value: budget > 0 ? money(budget) : 'None', requested: true },
            { key: 'spend' as const, label: 'Spent so far', value: `${money(sandbox.spent)} of ${money(sandbox.budget_limit)}` },
            // The evidence of the sandbox has the amount itself.
            ...(typeof expected === 'number' ? [] : [{ key: 'spend' as const, label: 'Expected spend', value: 'Unknown' }]),
            { label: 'Earlier extensions', value: `${sandbox.extensions_used} of ${sandbox.terms.maxExtensions}` },
          ]
        : [
            { label: 'Name', value: row.name, requested: true },
            { label: 'Owners', value: owners.map(({ displayName }) => displayName).join(', '), requested: true },
            { label: 'Duration', value: `${formatHours(hours)} (maximum ${formatHours(row.max_hours)})` },
            { label: 'Budget', value: `${money(budget)} (maximum ${money(row.max_budget)})`, requested: true },
            { key: 'region' as const, label: 'Region', value: 'region' in row.details ? row.details.region : '', requested: true },
            { label: 'Members', value: 'members' in row.details ? String(row.details.members.length) : '0', requested: true },
            {
              key: 'capacity' as const,
              label: 'Capacity',
              value:
                capacityOfHosting.free > 0
                  ? `${capacityOfHosting.free} of ${capacityOfHosting.total} available`
                  : `None; ${capacityOfHosting.queued} queued`,
            },
            {
              key: 'typicalUse' as const,
              label: 'Typical use',
              value: typicalCostResult ? `${money(typicalCostResult.amount)} for ${formatHours(hours)}` : 'Unknown',
            },
          ]),
      {
        key: 'sandboxes',
        label: 'Current sandboxes',
        value: liveSandboxes.map((each) => `${each.name}, ${each.percent}% of its budget used`).join('; ') || 'None',
      },
      {
        key: 'sandboxes',
        label: 'Earlier sandboxes',
        value: earlierSandboxes.map((each) => `${each.name}, ${outcomeOf(each)}`).join('; ') || 'None',
      },
      { label: `Budgets used up in the last ${recordPeriodDays} days`, value: String(record.overruns) },
      ...(reasons.length > 0 ? [{ label: approvalReason, value: reasons.join(' ') }] : []),
    ],
    purpose: row.justification,
    owners,
    monthlyBudget: { amount: budget, currency },
    catalogueEstimate: { amount: typicalCostResult?.amount ?? 0, currency },
    flags: flagsFor(flags),
    requesterOwns: { accounts: 0, inFamily: 0 },
    familyBudget: { accounts: 0, monthly: { amount: 0, currency } },
    similar,
    reach: sandbox ? [{ label: 'People with access', value: String(sandbox.people) }] : [],
    sandbox: {
      limit: { amount: budget, currency },
      ...(typeof expected === 'number' && { expected: { amount: expected, limit: limit + budget, freezeAmount: amountAtFreeze } }),
      typicalCost: typicalCostResult && { amount: typicalCostResult.amount, currency, unpriced: typicalCostResult.unpriced },
      live: liveSandboxes,
      earlier: earlierSandboxes,
      room: capacityOfHosting,
    },
  }
}

function outcomeOf({ overran, endedEarly, percent }: { overran: boolean; endedEarly: boolean; percent: number }): string {
  if (overran) return 'used up its budget'
  return endedEarly ? `ended early at ${percent}% of its budget` : `ended on time at ${percent}% of its budget`
}
