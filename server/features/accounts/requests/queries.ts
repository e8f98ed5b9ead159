import { type RawBuilder, sql } from 'kysely'
import type { Static } from 'typebox'
import { canSeeRequest } from '../../../approvals/canSeeRequest.ts'
import { loadApprovals } from '../../../approvals/presentApproval.ts'
import { withRoundChanges } from '../../../approvals/previousRound.ts'
import { isOpenRequest } from '../../../approvals/requestSchemas.ts'
import { timeline } from '../../../approvals/timeline.ts'
import { addUsualWait } from '../../../approvals/usualWaits.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { type PersonRef, person } from '../../../people/queries.ts'
import { openRunOf, runOfSubject, runStatusOf } from '../../../runs/queries.ts'
import { hadSeat } from '../../../subjects/subject.ts'
import { loadBudgetRuns } from '../accounts/budgetRuns.ts'
import { budgetWarningsOf } from './budgetWarnings.ts'
import { accountRequestCan } from './policy.ts'
import type { AccountRequest, AccountRequestDetails, AccountRequestSummary } from './schemas.ts'

function summaryRows(db: Db) {
  return db
    .selectFrom('account_requests as r')
    .innerJoin('towers as t', 't.id', 'r.tower_id')
    .innerJoin('families as f', 'f.id', 'r.family_id')
    .selectAll('r')
    .select(['t.name as tower_name', 'f.name as family_name', person(sql`r.requester_id`).as('requester')])
    .select([
      sql<
        string | null
      >`(select s.name from approvals a join approval_stages s on s.approval_id = a.id and s.status = 'open' where a.subject_kind = 'accountRequest' and a.subject_id = r.id and a.status = 'pending')`.as(
        'waiting_for',
      ),
      runStatusOf('accountRequest', sql`r.id`).as('run_status'),
      openRunOf('setBudget', sql.ref('r.account_id'), 'status').as('budget_run_status'),
    ])
}
type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaryRows>['executeTakeFirstOrThrow']>>

function presentSummary(row: SummaryRow): Static<typeof AccountRequestSummary> {
  const details = row.details as unknown as AccountRequestDetails
  return {
    id: row.id,
    reference: row.reference,
    name: row.name,
    status: row.status,
    requester: row.requester,
    tower: { id: row.tower_id, name: row.tower_name },
    family: { id: row.family_id, name: row.family_name },
    environment: details.environment,
    budget: { amount: details.budget.amount, currency: details.budget.currency },
    accountId: row.account_id,
    waitingFor: row.waiting_for,
    runStatus: row.run_status,
    budgetRunStatus: row.budget_run_status,
    submittedAt: row.submitted_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}

export async function loadSummaries(db: Db, ids: string[]): Promise<Static<typeof AccountRequestSummary>[]> {
  if (ids.length === 0) return []
  const rows = await summaryRows(db).where('r.id', 'in', ids).execute()
  return rows.map(presentSummary)
}

export function visibleTo(actor: Person): RawBuilder<boolean> {
  if (actor.admin || actor.auditor) return sql<boolean>`true`
  return sql<boolean>`(r.requester_id = ${actor.id}
    or exists (select from approvals a where a.subject_id = r.id and ${hadSeat(actor.id)})
    or exists (select 1 from account_owners o where o.account_id = r.account_id and o.person_id = ${actor.id}))`
}

/**
 * @param allow receives the verdict on whether the actor can see the request
 * @throws notFound
 */
export async function loadAccountRequest(
  db: Db,
  actor: Person,
  id: string,
  allow?: (verdict: true | string) => void,
): Promise<Static<typeof AccountRequest>> {
  const row = await summaryRows(db)
    .where('r.id', '=', id)
    .select(
      sql<
        PersonRef[]
      >`(select coalesce(json_agg(${person(sql`o.id::uuid`)} order by o.ordinality), '[]'::json) from jsonb_array_elements_text(r.details->'ownerIds') with ordinality o(id, ordinality))`.as(
        'owners',
      ),
    )
    .executeTakeFirst()
  if (!row) throw new Failure('notFound', 'This request doesn’t exist.')
  const approvals = await addUsualWait(
    db,
    await loadApprovals(db, actor, sql<boolean>`a.subject_kind = 'accountRequest' and a.subject_id = ${id}`),
  )
  allow?.(
    (await canSeeRequest(db, actor, { kind: 'accountRequest', id })) ||
      'Only the requester, approvers, owners, administrators and auditors can see this request.',
  )
  const details = row.details as unknown as AccountRequestDetails
  const items =
    details.catalogueItemIds.length > 0
      ? await db
          .selectFrom('catalogue_items')
          .select(['id', 'name', 'monthly_estimate'])
          .where('id', 'in', details.catalogueItemIds)
          .orderBy('name')
          .execute()
      : []
  const run = await runOfSubject(db, actor, 'accountRequest', id)
  const budgetRun = row.account_id ? ((await loadBudgetRuns(db, actor, [row.account_id])).get(row.account_id) ?? null) : null
  const summary = presentSummary(row)
  return {
    ...summary,
    details,
    owners: row.owners,
    catalogueItems: items.map((item) => ({ id: item.id, name: item.name, monthlyEstimate: item.monthly_estimate })),
    budgetWarnings: isOpenRequest(row.status) ? budgetWarningsOf({ budget: details.budget, items }) : [],
    approvals,
    run,
    budgetRun,
    timeline: await withRoundChanges(
      { db, actor },
      approvals,
      timeline(
        {
          status: summary.status,
          submitted: `${summary.requester.displayName} requested ${summary.name}`,
          approved: 'Approved; setup starts',
          done: `${summary.name} is ready`,
        },
        approvals,
        run,
      ),
    ),
    can: accountRequestCan(actor, { requester: row.requester, status: row.status }),
  }
}
