import { sql } from 'kysely'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { lookUpApproverGroups, upsertApproverGroups } from './groups.ts'
import { approvalPolicyCan } from './policy.ts'
import { documentOf, loadPolicy, lockPolicy, policyReply } from './queries.ts'
import { ApprovalPolicy, PolicyDraftChange, PolicyVersionId } from './schemas.ts'

export const updateApprovalPolicy = operation({
  id: 'updateApprovalPolicy',
  method: 'PATCH',
  path: '/approval-policies/{id}/versions/{version}',
  tag: 'approval-policies',
  summary: 'Change a draft of a policy',
  description: 'A draft can have errors, which must be fixed before it is proposed.',
  access: 'admin',
  params: PolicyVersionId,
  body: PolicyDraftChange,
  responses: { 200: ApprovalPolicy },
  errors: ['notFound', 'wrongState', 'versionMismatch', 'outsideFailed'],
  prepare: (preparation) => lookUpApproverGroups(preparation, preparation.body.stages),
  async handler({ db, actor, params, body, now, ifMatch, audit, changed }, foundGroups) {
    const row = await lockPolicy(db, params)
    requireState(approvalPolicyCan(actor, { status: row.status, otherOpen: false, errors: 0 }).update)
    ifMatch(row.revision)
    await upsertApproverGroups(db, foundGroups)
    const { name, description, reject, approve, stages, changeNote } = body
    await db
      .updateTable('approval_policies')
      .set({
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(description === undefined ? {} : { description }),
        ...(reject ? { reject: JSON.stringify(reject) } : {}),
        ...(approve ? { approve: JSON.stringify(approve) } : {}),
        ...(stages ? { stages: JSON.stringify(stages) } : {}),
        ...(changeNote === undefined ? {} : { change_note: changeNote }),
        revision: sql`revision + 1`,
        updated_at: now(),
      })
      .where('id', '=', params.id)
      .where('version', '=', params.version)
      .execute()
    const after = await loadPolicy(db, actor, params.id, params.version)
    audit({ subject: { kind: 'approvalPolicy', id: params.id }, before: documentOf(row), after: after.document })
    await changed('approvalPolicy', params.id)
    return policyReply(after)
  },
})
