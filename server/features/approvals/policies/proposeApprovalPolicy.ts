import { sql } from 'kysely'
import { Type } from 'typebox'
import { openApproval } from '../../../approvals/openApproval.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { approvalPolicyCan } from './policy.ts'
import { policyProblems } from './problems.ts'
import { documentOf, isSameDocument, loadPolicy, lockPolicy, policyReply, policyRows } from './queries.ts'
import { ApprovalPolicy, PolicyVersionId } from './schemas.ts'
import { policyChangeSubject } from './subject.ts'

export const proposeApprovalPolicy = operation({
  id: 'proposeApprovalPolicy',
  method: 'POST',
  path: '/approval-policies/{id}/versions/{version}/propose',
  tag: 'approval-policies',
  summary: 'Propose a draft of a policy',
  description:
    'The draft must differ from the live version. It goes live when another administrator approves it. Pending requests keep the version they were submitted under.',
  access: 'admin',
  stepUp: 'privileged',
  params: PolicyVersionId,
  body: Type.Object(
    {
      changeNote: Type.Optional(
        Type.String({ minLength: 1, maxLength: 1_000, pattern: '^[^\\x00]*$', description: 'Reason for the change, shown to approvers.' }),
      ),
    },
    { additionalProperties: false },
  ),
  responses: { 200: ApprovalPolicy },
  errors: ['notFound', 'wrongState', 'versionMismatch', 'conflict'],
  async handler({ db, jobs, actor, params, body, now, ifMatch, audit, changed }) {
    const row = await lockPolicy(db, params)
    const subject = { kind: 'approvalPolicy', id: params.id }
    audit({ subject })
    const baseVersion = await policyRows(db).where('v.id', '=', params.id).where('v.version', '=', row.based_on).executeTakeFirst()
    const unchanged = baseVersion !== undefined && isSameDocument(row, baseVersion)
    requireState(approvalPolicyCan(actor, { status: row.status, otherOpen: false, errors: 0, unchanged }).propose)
    ifMatch(row.revision)
    const note = (body.changeNote ?? row.change_note).trim()
    if (note.length < 3)
      throw new Failure('invalidRequest', 'Enter a reason for the change. Approvers see it first.', {
        errors: [{ field: 'changeNote', message: 'is required to propose the policy' }],
      })
    const errors = (await policyProblems(db, documentOf(row))).filter(({ severity }) => severity === 'error')
    if (errors.length > 0)
      throw new Failure('invalidRequest', 'Fix the problems first.', {
        errors: errors.map(({ path, message }) => ({ field: path, message })),
      })
    const at = now()
    await db
      .updateTable('approval_policies')
      .set({ status: 'proposed', change_note: note, proposed_at: at, revision: sql`revision + 1`, updated_at: at })
      .where('id', '=', params.id)
      .where('version', '=', params.version)
      .execute()
    const { outcome, decisionReason } = await openApproval({ db, jobs, now: at }, policyChangeSubject, {
      subjectId: row.change_id,
      requesterId: actor.id,
      facts: { towerId: null, familyId: null, catalogueItemIds: [], target: { kind: 'policy', name: row.name } },
      // A policy change always needs another administrator, even if a rule would approve it.
      override: { outcome: 'required' },
    })
    const after = await loadPolicy(db, actor, params.id, params.version)
    audit({
      subject,
      before: { status: row.status, ...(baseVersion ? { version: baseVersion.version, ...documentOf(baseVersion) } : {}) },
      after: {
        ...{ status: after.status, version: params.version, changeNote: note, outcome, ...(decisionReason ? { decisionReason } : {}) },
        ...after.document,
      },
    })
    await changed('approvalPolicy', params.id)
    await changed('approval', after.approvalId!)
    return policyReply(after)
  },
})
