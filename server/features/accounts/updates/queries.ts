import { type RawBuilder, sql } from 'kysely'
import { canSeeBudget, canSeeEvidence, canSeeRequest } from '../../../approvals/canSeeRequest.ts'
import { loadApprovals } from '../../../approvals/presentApproval.ts'
import { withRoundChanges } from '../../../approvals/previousRound.ts'
import { isOpenRequest } from '../../../approvals/requestSchemas.ts'
import { timeline } from '../../../approvals/timeline.ts'
import { addUsualWait } from '../../../approvals/usualWaits.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { people, person } from '../../../people/queries.ts'
import { runOfSubject, runStatusOf } from '../../../runs/queries.ts'
import { budgetWarningsOf } from './budgetWarnings.ts'
import { describeChange, toServicesState } from './labels.ts'
import { updateCan } from './policy.ts'
import { graceEndOf, reversalOf } from './reversal.ts'
import type { AccountUpdate, AccountUpdateSummary } from './schemas.ts'

function summaryRows(db: Db) {
  return db
    .selectFrom('account_updates as u')
    .innerJoin('accounts as c', 'c.id', 'u.account_id')
    .selectAll('u')
    .select(['c.name as account_name', person(sql`u.requester_id`).as('requester')])
    .select([
      sql<string | null>`(select s.name from approvals a join approval_stages s on s.approval_id = a.id and s.status = 'open'
        where a.subject_kind = 'accountUpdate' and a.subject_id = u.id and a.status = 'pending')`.as('waiting_for'),
      sql<number | null>`(select a.stage from approvals a
        where a.subject_kind = 'accountUpdate' and a.subject_id = u.id and a.status = 'pending')`.as('stage'),
      runStatusOf('accountUpdate', sql`u.id`).as('run_status'),
      reversalOf(sql`u.id`).as('reversal'),
      graceEndOf(sql`u.id`).as('grace_ends_at'),
    ])
}
type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaryRows>['executeTakeFirstOrThrow']>>

function presentSummary(row: SummaryRow): AccountUpdateSummary {
  const { before, after } = row.change
  return {
    id: row.id,
    reference: row.reference,
    account: { id: row.account_id, name: row.account_name },
    kind: row.kind,
    status: row.status,
    ...describeChange(row.kind, row.change),
    reason: row.reason,
    requester: row.requester,
    price: row.kind === 'catalogue' ? { before: toServicesState(before).monthly, after: toServicesState(after).monthly } : null,
    waitingFor: row.waiting_for,
    stage: row.stage,
    runStatus: row.run_status,
    reversal: row.reversal,
    graceEndsAt: row.grace_ends_at?.toISOString() ?? null,
    submittedAt: row.submitted_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  }
}

/** Reads the newest updates, at most 200. @param condition a condition on `u` */
export async function loadUpdateSummaries(db: Db, condition: RawBuilder<boolean>): Promise<AccountUpdateSummary[]> {
  const rows = await summaryRows(db).where(condition).orderBy('u.created_at', 'desc').orderBy('u.id', 'desc').limit(200).execute()
  return rows.map(presentSummary)
}

/**
 * @param allow receives the verdict on whether the actor can see the update
 * @throws notFound
 */
export async function loadUpdate(
  db: Db,
  actor: Person,
  { id, updateId }: { id: string; updateId: string },
  allow?: (verdict: true | string) => void,
): Promise<AccountUpdate> {
  const row = await summaryRows(db)
    .select(['c.budget', people(sql`account_owners`, sql`l.account_id = u.account_id`).as('owners')])
    .where('u.id', '=', updateId)
    .where('u.account_id', '=', id)
    .executeTakeFirst()
  if (!row) throw new Failure('notFound', 'This account change doesn’t exist.')
  // Owners need no approval for details, so an automatic approval is not shown.
  const isShownApproval = sql<boolean>`a.subject_kind = 'accountUpdate' and a.subject_id = ${updateId} and (${row.kind} <> 'details' or a.automatic is null)`
  const approvals = await addUsualWait(db, await loadApprovals(db, actor, isShownApproval))
  const canSee = await canSeeRequest(db, actor, { kind: 'accountUpdate', id: updateId })
  allow?.(canSee || 'Only owners of the account and approvers can see this account change.')
  const run = await runOfSubject(db, actor, 'accountUpdate', updateId)
  const summary = presentSummary(row)
  const latest = approvals.at(-1)
  const showsBudget =
    latest !== undefined &&
    isOpenRequest(row.status) &&
    ((await canSeeEvidence(db, actor, latest.id)) || (await canSeeBudget(db, actor, latest.id)))
  return {
    ...summary,
    change: row.change,
    budgetWarnings: showsBudget ? budgetWarningsOf(summary.price, row.budget) : [],
    approvals,
    run,
    timeline: await withRoundChanges(
      { db, actor },
      approvals,
      timeline({ status: row.status, ...updateSentences(summary) }, approvals, run),
    ),
    can: updateCan(actor, { requester: row.requester, owners: row.owners, status: row.status }),
  }
}

export const completedSentence = (reference: string) => `${reference} is complete`

const reversalSentences = {
  undone: { started: 'undid the decommission', done: (reference: string) => `${reference} was undone` },
  restored: { started: 'restored the account', done: () => 'The account is restored' },
}

function updateSentences({ requester, account, kind, reference, submittedAt, reversal }: AccountUpdateSummary) {
  const reversalSentence = reversal && reversalSentences[reversal.kind]
  const requestSentence = {
    catalogue: 'requested a change to the services of',
    details: 'changed the details of',
    decommission: 'requested the decommission of',
  }
  return {
    submitted: `${requester.displayName} ${requestSentence[kind]} ${account.name}`,
    approved: 'Approved; the run starts',
    done: reversalSentence?.done(reference) ?? completedSentence(reference),
    ...(reversal && {
      reversal: {
        at: reversal.at,
        person: reversal.by,
        text: `${reversal.by?.displayName ?? 'Someone'} ${reversalSentence?.started}`,
      },
    }),
    // An update without an approval would otherwise have no start in the timeline.
    submission: { at: submittedAt, person: requester },
  }
}
