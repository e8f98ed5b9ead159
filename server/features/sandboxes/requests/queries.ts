import { sql } from 'kysely'
import { canSeeRequest } from '../../../approvals/canSeeRequest.ts'
import { lockRound } from '../../../approvals/lockRound.ts'
import { loadApprovals } from '../../../approvals/presentApproval.ts'
import { withRoundChanges } from '../../../approvals/previousRound.ts'
import { isOpenRequest } from '../../../approvals/requestSchemas.ts'
import { addUsualWait } from '../../../approvals/usualWaits.ts'
import type { Person } from '../../../auth/actor.ts'
import { isActor } from '../../../auth/sameIdentity.ts'
import type { Db } from '../../../db/database.ts'
import type { NewSandboxDetails, SandboxStatus } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { sortByIds } from '../../../http/list.ts'
import { type PersonRef, people, person } from '../../../people/queries.ts'
import { queuePositions } from '../provisioning/capacity.ts'
import { forecastOf } from '../sandboxes/forecast.ts'
import { idsOf } from '../sandboxes/sandboxRows.ts'
import { displayStatus } from '../sandboxes/states.ts'
import { typicalCost } from '../spend/typicalCost.ts'
import { budgetWarningsOf } from './flags.ts'
import { sandboxRequestCan } from './policy.ts'
import type { SandboxRequest, SandboxRequestSummary } from './schemas.ts'
import { sandboxRequestKind } from './submit.ts'
import { loadRunOf, sandboxTimeline } from './timeline.ts'

const noSuchRequest = 'This request doesn’t exist.'

function summaryRows(db: Db, actor: Person) {
  return db
    .selectFrom('sandbox_requests as r')
    .innerJoin('sandbox_templates as t', 't.id', 'r.template_id')
    .innerJoin('towers', 'towers.id', 'r.tower_id')
    .leftJoin('sandboxes as s', 's.id', 'r.sandbox_id')
    .leftJoin('approvals as a', (join) =>
      join.onRef('a.subject_id', '=', 'r.id').on('a.subject_kind', '=', sandboxRequestKind).on('a.status', '=', 'pending'),
    )
    .leftJoin('approval_stages as g', (join) => join.onRef('g.approval_id', '=', 'a.id').onRef('g.stage', '=', 'a.stage'))
    .selectAll('r')
    .select(['t.name as template_name', 'towers.name as tower_name', person(sql`r.requester_id`).as('requester')])
    .select(['s.status as sandbox_status', 's.lease_end', 's.delete_at', 's.spent', 's.hourly_rate', 's.budget_limit', 's.spend_at'])
    .select(['s.terms as sandbox_terms', 'a.id as approval_id', 'a.stage', 'g.name as waiting_for'])
    .select([
      sql<string>`coalesce(s.currency, t.currency)`.as('currency'),
      sql<boolean>`exists (select from stage_approvers sa where sa.approval_id = a.id and sa.stage = a.stage and sa.person_id = ${actor.id})`.as(
        'named',
      ),
      sql<boolean>`exists (select from approval_decisions d where d.approval_id = a.id and d.stage = a.stage and d.approver_id = ${actor.id})`.as(
        'voted',
      ),
      sql<boolean>`exists (select from sandbox_owners o where o.sandbox_id = r.sandbox_id and o.person_id = ${actor.id})`.as('owned'),
      sql<boolean>`(coalesce(r.sandbox_id = any (${idsOf(actor.id)}), false) or not ${isActor(actor, sql`r.requester_id`)}
        and exists (select from stage_approvers sa where sa.approval_id = a.id and sa.person_id = ${actor.id}))`.as('sees_forecast'),
    ])
}
type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaryRows>['executeTakeFirstOrThrow']>>

function isOpenExtension({ kind, status }: SummaryRow): boolean {
  return kind === 'extension' && isOpenRequest(status)
}

function decideBy(row: SummaryRow): Date | null {
  if (!isOpenExtension(row)) return null
  return row.sandbox_status === 'deleting' ? row.delete_at : row.lease_end
}

/** Hidden from former owners and approvers, as the sandbox’s budget is. */
function freezesAt(actor: Person, row: SummaryRow, now: Date): Date | null {
  const { sandbox_status: status, spent, hourly_rate, budget_limit, sandbox_terms: terms } = row
  if (!isOpenExtension(row) || !(row.sees_forecast || actor.admin || actor.auditor)) return null
  if (status === null || spent === null || hourly_rate === null || budget_limit === null || terms === null) return null
  return forecastOf({ status, spent, hourly_rate, budget_limit, terms, spend_at: row.spend_at, lease_end: row.lease_end }, now).freezesAt
}

function presentSummary(actor: Person, row: SummaryRow, now: Date): SandboxRequestSummary {
  const sandbox = row.sandbox_status as SandboxStatus | null
  return {
    id: row.id,
    reference: row.reference,
    kind: row.kind,
    name: row.name,
    status: row.status,
    justification: row.justification,
    template: { id: row.template_id, name: row.template_name },
    tower: { id: row.tower_id, name: row.tower_name },
    requester: row.requester,
    hours: row.details.hours,
    budget: { amount: row.details.budget, currency: row.currency },
    sandboxId: row.sandbox_id,
    sandboxStatus: sandbox && displayStatus({ status: sandbox, lease_end: row.lease_end }, now),
    decideBy: decideBy(row)?.toISOString() ?? null,
    freezesAt: freezesAt(actor, row, now)?.toISOString() ?? null,
    automatic: row.automatic,
    approvalId: row.approval_id,
    waitingFor: row.waiting_for,
    stage: row.stage,
    submittedAt: row.submitted_at.toISOString(),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
    can: sandboxRequestCan(actor, row),
  }
}

export async function loadSandboxRequests(db: Db, actor: Person, ids: string[], now: Date): Promise<SandboxRequestSummary[]> {
  if (ids.length === 0) return []
  const rows = await summaryRows(db, actor).where('r.id', 'in', ids).execute()
  return sortByIds(ids, rows).map((row) => presentSummary(actor, row, now))
}

async function loadBudgetWarnings(db: Db, { template_id, currency, details: { hours, budget } }: SummaryRow): Promise<string[]> {
  const { regions, typical_use: typicalUse } = await db
    .selectFrom('sandbox_templates')
    .select(['regions', 'typical_use'])
    .where('id', '=', template_id)
    .executeTakeFirstOrThrow()
  const cost = await typicalCost(db, { currency, regions, typicalUse }, hours)
  return budgetWarningsOf({ typical: cost?.amount ?? null, budget: { amount: budget, currency }, hours })
}

export async function loadSandboxRequest(
  db: Db,
  actor: Person,
  id: string,
  now: Date,
  allow?: (verdict: true | string) => void,
): Promise<SandboxRequest> {
  const row = await summaryRows(db, actor)
    .where('r.id', '=', id)
    .select([
      people(sql`sandbox_owners`, sql`l.sandbox_id = r.sandbox_id`).as('sandbox_owners'),
      sql<PersonRef[]>`(select coalesce(json_agg(${person(sql`o.id::uuid`)} order by o.ordinality), '[]'::json)
        from jsonb_array_elements_text(r.details->'ownerIds') with ordinality o(id, ordinality))`.as('owners'),
      sql<{ person: PersonRef; group: string }[]>`(
        select coalesce(json_agg(json_build_object('person', ${person(sql`(m.member->>'personId')::uuid`)}, 'group', m.member->>'group') order by m.ordinality), '[]'::json)
        from jsonb_array_elements(r.details->'members') with ordinality m(member, ordinality))`.as('members'),
    ])
    .executeTakeFirst()
  if (!row) throw new Failure('notFound', noSuchRequest)
  const approvals = await addUsualWait(
    db,
    await loadApprovals(db, actor, sql<boolean>`a.subject_kind = ${sandboxRequestKind} and a.subject_id = ${id}`),
  )
  allow?.(
    (await canSeeRequest(db, actor, { kind: sandboxRequestKind, id })) ||
      'Only the requester, approvers, owners, administrators and auditors can see this request.',
  )
  const summary = presentSummary(actor, row, now)
  const run = await loadRunOf(db, actor, row)
  const queueEntry =
    row.kind === 'new' && row.sandbox_status === 'queued' ? (await queuePositions(db, now)).get(row.sandbox_id!) : undefined
  return {
    ...summary,
    region: row.kind === 'new' ? (row.details as NewSandboxDetails).region : null,
    owners: row.kind === 'new' ? row.owners : row.sandbox_owners,
    members: row.members,
    decisionReasons: row.decision_reasons,
    budgetWarnings: row.kind === 'new' && isOpenRequest(row.status) ? await loadBudgetWarnings(db, row) : [],
    queue: queueEntry ? { position: queueEntry.position, estimatedAt: queueEntry.estimatedAt?.toISOString() ?? null } : null,
    approvals,
    run,
    timeline: await withRoundChanges(
      { db, actor },
      approvals,
      sandboxTimeline({ ...summary, decisionReasons: row.decision_reasons }, approvals, run),
    ),
  }
}

/**
 * Locks the request until the transaction ends. The approval is locked first, in the same order as in votes, to avoid deadlocks.
 * @throws notFound
 */
export async function lockSandboxRequest(db: Db, id: string) {
  await lockRound(db, sandboxRequestKind, id)
  const row = await db.selectFrom('sandbox_requests').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new Failure('notFound', noSuchRequest)
  return row
}

/** The currency of a template can't change after the first request. */
export async function loadCurrency(db: Db, { template_id }: { template_id: string }): Promise<string> {
  const { currency } = await db.selectFrom('sandbox_templates').select('currency').where('id', '=', template_id).executeTakeFirstOrThrow()
  return currency
}
