import { sql } from 'kysely'
import { type OpenedApproval, openApproval } from '../../../approvals/openApproval.ts'
import { type ApprovalSubject, describeOutcome } from '../../../approvals/subject.ts'
import type { Db } from '../../../db/database.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import type { NewSandboxDetails, SandboxExtensionDetails } from '../../../db/tables.ts'
import { Failure } from '../../../errors.ts'
import { notify } from '../../../notifications/notify.ts'
import { anyOf, isParticipant, requestDeniedMessage, sandboxOwner } from '../../../subjects/subject.ts'
import { publishChange } from '../../../workflows/changes.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { extendLease } from '../leases/transitions.ts'
import { leaseVerdict } from '../sandboxes/lease.ts'
import { lockSandbox } from '../sandboxes/queries.ts'
import { type ApprovalRuleResult, policyOverrideOf } from './approvalRule.ts'
import { createSandbox } from './createSandbox.ts'
import { sandboxRequestEvidence } from './evidence.ts'
import { loadSandboxRequests } from './queries.ts'
import { SandboxRequestSummary } from './schemas.ts'
import { sandboxRequestWarnings } from './seriousWarnings.ts'
import { type RequestRow, sandboxRequestFacts, sandboxRequestKind, sandboxRequestNotification } from './submit.ts'

const sentences = {
  approved: { new: 'was approved and is being set up', extension: 'was approved, and the sandbox was extended' },
  rejected: { new: 'was rejected', extension: 'was rejected, and the sandbox keeps its end date and budget' },
  changes_requested: { new: 'needs changes', extension: 'needs changes' },
  expired: { new: 'expired without a decision', extension: 'expired without a decision' },
}

export const sandboxRequestSubject = {
  kind: sandboxRequestKind,
  paths: ['/sandbox-requests/'],
  page: (id) => `/sandboxes/requests/${id}`,
  nameSource: { table: sql`sandbox_requests`, name: sql`s.name || ' ' || s.reference` },
  scope: (id) => sql`select null::uuid as account_id, null::uuid as family_id, tower_id from sandbox_requests where id = ${id}`,
  activity: {
    table: sql`sandbox_requests`,
    own: anyOf(isParticipant(sandboxRequestKind), sandboxOwner),
    deniedMessage: requestDeniedMessage,
  },
  policy: { name: 'Sandboxes', relations: ['towerLead', 'sandboxOwner', 'manager'] },
  requests: 'sandbox_requests',
  summary: SandboxRequestSummary,
  summaries: ({ db, actor, now }, ids) => loadSandboxRequests(db, actor, ids, now),
  evidence: sandboxRequestEvidence,
  shape: sql`(select r.kind || ':' || r.template_id from sandbox_requests r where r.id = a.subject_id)`,
  seriousWarnings: sandboxRequestWarnings,
  searchNames: (ids) => sql`select r.id, lower(concat_ws(' ', r.reference, r.name, t.name)) from sandbox_requests r
    left join sandbox_templates t on t.id = r.template_id where r.id in (${ids})`,
  async notification(db, requestId) {
    const request = await selectWithCurrency(db)
      .innerJoin('people as p', 'p.id', 'r.requester_id')
      .select(['r.kind', 'r.name', 'r.reference', 'r.details', 'p.display_name as requesterName'])
      .where('r.id', '=', requestId)
      .executeTakeFirstOrThrow()
    const { details, currency, ...rest } = request
    return sandboxRequestNotification({ ...rest, hours: details.hours, budget: { amount: details.budget, currency } })
  },
  async onClosed({ db, jobs, now }, requestId, outcome, comment, automatic) {
    const request = await db.selectFrom('sandbox_requests').selectAll().where('id', '=', requestId).forUpdate().executeTakeFirstOrThrow()
    if (outcome === 'approved') await carryOut({ db, jobs }, request, now)
    else await updateRow(db, 'sandbox_requests', requestId, { status: outcome, ...nextVersion(now) })
    await notify(db, [request.requester_id], {
      kind: `request.${outcome}`,
      subjectKind: sandboxRequestKind,
      subjectId: requestId,
      title: `${request.reference} ${sentences[outcome][request.kind]}`,
      // The reason of the template’s rule is already a complete sentence.
      body: automatic && request.automatic ? `${request.name}: ${comment}` : describeOutcome(request.name, outcome, comment, automatic),
      key: `${requestId}:${outcome}:${request.version}`,
    })
    await publishChange(db, { kind: sandboxRequestKind, id: requestId })
  },
} satisfies ApprovalSubject

async function carryOut({ db, jobs }: { db: Db; jobs: Jobs }, request: RequestRow, now: Date): Promise<void> {
  if (request.kind === 'new') return void (await createSandbox({ db, jobs }, request, now))
  const { hours, budget } = request.details as SandboxExtensionDetails
  const sandboxId = request.sandbox_id!
  const sandbox = await lockSandbox(db, sandboxId)
  const extensionVerdict = leaseVerdict(sandbox, { kind: 'extend', hours, budget }, now)
  if (extensionVerdict !== true) throw new Failure('conflict', `${extensionVerdict} Reject it, or request changes.`)
  const requester = await db
    .selectFrom('people')
    .select(['id', 'display_name'])
    .where('id', '=', request.requester_id)
    .executeTakeFirstOrThrow()
  await extendLease({ db, jobs }, { sandboxId, by: { id: requester.id, displayName: requester.display_name }, hours, budget, now })
  await updateRow(db, 'sandbox_requests', request.id, { status: 'approved', ...nextVersion(now) })
}

const selectWithCurrency = (db: Db) =>
  db
    .selectFrom('sandbox_requests as r')
    .innerJoin('sandbox_templates as t', 't.id', 'r.template_id')
    .leftJoin('sandboxes as s', 's.id', 'r.sandbox_id')
    .select(sql<string>`coalesce(s.currency, t.currency)`.as('currency'))

export async function sendForApproval(
  context: { db: Db; jobs: Jobs; now: Date },
  request: RequestRow,
  ruleResult: ApprovalRuleResult,
): Promise<OpenedApproval> {
  const { kind, name, details, tower_id: towerId, sandbox_id: sandboxId } = request
  const { region = '' } = details as Partial<NewSandboxDetails>
  const { currency } = await selectWithCurrency(context.db).where('r.id', '=', request.id).executeTakeFirstOrThrow()
  const opened = await openApproval(context, sandboxRequestSubject, {
    subjectId: request.id,
    requesterId: request.requester_id,
    facts: sandboxRequestFacts({ kind, name, towerId, sandboxId, region, hours: details.hours, budget: details.budget, currency }),
    override: policyOverrideOf(ruleResult),
  })
  if (opened.decisionReason !== null && !(ruleResult.automatic && opened.outcome === 'approved'))
    await updateRow(context.db, 'sandbox_requests', request.id, {
      automatic: opened.outcome === 'approved',
      decision_reasons: [opened.decisionReason],
    })
  return opened
}
