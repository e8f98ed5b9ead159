import { sql } from 'kysely'
import { cancelApproval } from '../../../approvals/openApproval.ts'
import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { approvalPolicyCan } from './policy.ts'
import { loadPolicy, lockPolicy, lockPolicyRound, policyReply } from './queries.ts'
import { ApprovalPolicy, PolicyVersionId } from './schemas.ts'

export const withdrawApprovalPolicy = operation({
  id: 'withdrawApprovalPolicy',
  method: 'POST',
  path: '/approval-policies/{id}/versions/{version}/withdraw',
  tag: 'approval-policies',
  summary: 'Withdraw a proposed policy, which becomes a draft again',
  description: 'Votes cast so far no longer count.',
  access: 'admin',
  params: PolicyVersionId,
  responses: { 200: ApprovalPolicy },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, actor, params, now, ifMatch, audit, changed }) {
    await lockPolicyRound(db, params)
    const row = await lockPolicy(db, params)
    requireState(approvalPolicyCan(actor, { status: row.status, otherOpen: false, errors: 0 }).withdraw)
    ifMatch(row.revision)
    await cancelApproval(db, 'policyChange', row.change_id, now())
    await db
      .updateTable('approval_policies')
      .set({ status: 'draft', revision: sql`revision + 1`, updated_at: now() })
      .where('id', '=', params.id)
      .where('version', '=', params.version)
      .execute()
    audit({
      subject: { kind: 'approvalPolicy', id: params.id },
      before: { status: row.status },
      after: { version: params.version, status: 'draft' },
    })
    await changed('approvalPolicy', params.id)
    return policyReply(await loadPolicy(db, actor, params.id, params.version))
  },
})
