import { Type } from 'typebox'
import { operation, reply } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { approvalPolicyCan } from './policy.ts'
import { documentOf, lockPolicy } from './queries.ts'
import { PolicyVersionId } from './schemas.ts'

export const discardApprovalPolicy = operation({
  id: 'discardApprovalPolicy',
  method: 'DELETE',
  path: '/approval-policies/{id}/versions/{version}',
  tag: 'approval-policies',
  summary: 'Discard a draft of a policy',
  description: 'A draft that was proposed earlier is kept as rejected, with its comments.',
  access: 'admin',
  params: PolicyVersionId,
  responses: { 204: Type.Null() },
  errors: ['notFound', 'wrongState', 'versionMismatch'],
  async handler({ db, actor, params, now, ifMatch, audit, changed }) {
    const row = await lockPolicy(db, params)
    requireState(approvalPolicyCan(actor, { status: row.status, otherOpen: false, errors: 0 }).discard)
    ifMatch(row.revision)
    const matching = (column: 'id' | 'version') => [column, '=', params[column]] as const
    if (row.proposed_at)
      for (const status of ['proposed', 'rejected'] as const)
        await db
          .updateTable('approval_policies')
          .set({ status, updated_at: now() })
          .where(...matching('id'))
          .where(...matching('version'))
          .execute()
    else
      await db
        .deleteFrom('approval_policies')
        .where(...matching('id'))
        .where(...matching('version'))
        .execute()
    audit({ subject: { kind: 'approvalPolicy', id: params.id }, before: { version: params.version, ...documentOf(row) } })
    await changed('approvalPolicy', params.id)
    return reply(204, null)
  },
})
