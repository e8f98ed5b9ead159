import { sql } from 'kysely'
import { endRoundForChange } from '../../../approvals/openApproval.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { fetchUnknownPeople } from '../../../people/requirePeople.ts'
import { sandboxRequestCan } from './policy.ts'
import { loadCurrency, loadSandboxRequest, lockSandboxRequest } from './queries.ts'
import { reviseExtension, reviseNew } from './revise.ts'
import { SandboxRequest, SandboxRequestChange, SandboxRequestId } from './schemas.ts'
import { sendForApproval } from './subject.ts'
import { sandboxRequestKind } from './submit.ts'

export const updateSandboxRequest = operation({
  id: 'updateSandboxRequest',
  method: 'PATCH',
  path: '/sandbox-requests/{sboxRequestId}',
  tag: 'sandbox-requests',
  summary: 'Change a pending sandbox request and resubmit it',
  description: 'Votes cast so far no longer count, because approvers decide on the version they read. Missing fields stay unchanged.',
  access: 'owner',
  params: SandboxRequestId,
  body: SandboxRequestChange,
  responses: { 200: SandboxRequest },
  errors: ['notFound', 'nameTaken', 'wrongState', 'conflict', 'versionMismatch', 'outsideFailed'],
  prepare: (preparation) => {
    const { ownerIds = [], members = [] } = preparation.body
    return fetchUnknownPeople(preparation, [...ownerIds, ...members.map(({ personId }) => personId)])
  },
  async handler({ db, jobs, actor, params, body, config, now, allow, ifMatch, audit, changed }, foundPeople) {
    const at = now()
    const row = await lockSandboxRequest(db, params.sboxRequestId)
    const { edit } = sandboxRequestCan(actor, { requester: { id: row.requester_id }, status: row.status, named: false, voted: false })
    allow(row.requester_id === actor.id ? true : edit)
    if (edit !== true) throw new Failure('wrongState', edit)
    ifMatch(row.version)
    const revised =
      row.kind === 'new'
        ? await reviseNew({ db, config, actor, foundPeople, now: at }, row, body)
        : await reviseExtension({ db, now: at }, row, body)
    const { ruleResult, ...columns } = revised
    await endRoundForChange({ db, now: at }, sandboxRequestKind, row.id)
    const request = await db
      .updateTable('sandbox_requests')
      .set({
        ...columns,
        details: JSON.stringify(columns.details),
        justification: body.justification ?? row.justification,
        status: 'pending_approval',
        automatic: ruleResult.automatic,
        decision_reasons: ruleResult.reasons,
        version: sql`version + 1`,
        submitted_at: at,
        updated_at: at,
      })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const opened = await sendForApproval({ db, jobs, now: at }, request, ruleResult)
    audit({
      subject: { kind: 'sandboxRequest', id: row.id },
      before: { ...row.details, currency: await loadCurrency(db, row), justification: row.justification },
      after: {
        ...request.details,
        currency: await loadCurrency(db, request),
        justification: request.justification,
        outcome: opened.outcome,
        decisionReasons: opened.decisionReason ?? ruleResult.reasons,
      },
    })
    await changed('sandboxRequest', row.id)
    return loadSandboxRequest(db, actor, row.id, at)
  },
})
