import { sql } from 'kysely'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { loadApprovalItems } from '../inbox/queries.ts'
import { ApprovalItem } from '../inbox/schemas.ts'
import { notifyReassignmentRevoked } from './notify.ts'
import { canRevokeReassignment } from './policy.ts'
import { ReassignmentId } from './schemas.ts'

export const revokeReassignment = operation({
  id: 'revokeReassignment',
  method: 'DELETE',
  path: '/account-approvals/{id}/pass-on',
  tag: 'account-approvals',
  summary: 'Revoke a reassignment, or decline one to you',
  access: 'approver',
  params: ReassignmentId,
  responses: { 200: ApprovalItem },
  errors: ['notFound', 'alreadyDecided'],
  async handler({ db, actor, params, now, allow, audit, changed }) {
    audit({ subject: { kind: 'approval', id: params.id } })
    const approval = await db.selectFrom('approvals').selectAll().where('id', '=', params.id).forUpdate().executeTakeFirst()
    if (!approval) throw new Failure('notFound', 'This approval doesn’t exist.')
    const reassignment = await db
      .selectFrom('approval_reassignments')
      .selectAll()
      .where('approval_id', '=', approval.id)
      .where('ended_at', 'is', null)
      .where((expression) => expression.or([expression('person_id', '=', actor.id), expression('receiver_id', '=', actor.id)]))
      .orderBy('stage', 'desc')
      .orderBy(sql`person_id = ${actor.id}`, 'desc')
      .executeTakeFirst()
    allow(canRevokeReassignment(actor, reassignment))
    const vote = await db
      .selectFrom('approval_decisions')
      .select('id')
      .where('approval_id', '=', approval.id)
      .where('stage', '=', reassignment!.stage)
      .where(sql<boolean>`coalesce(on_behalf_of, approver_id) = ${reassignment!.person_id}`)
      .executeTakeFirst()
    if (approval.status !== 'pending' || reassignment!.stage !== approval.stage || vote)
      throw new Failure('alreadyDecided', 'The vote was already counted, so the reassignment stays.')
    await db.updateTable('approval_reassignments').set({ ended_at: now(), ended_by: actor.id }).where('id', '=', reassignment!.id).execute()
    await notifyReassignmentRevoked(db, approval, { ...reassignment!, actor })
    audit({
      subject: { kind: approval.subject_kind, id: approval.subject_id },
      before: { stage: reassignment!.stage, reassignedBy: reassignment!.person_id, reassignedTo: reassignment!.receiver_id },
      after: { stage: reassignment!.stage, revokedBy: actor.id },
    })
    await changed('approval', approval.id)
    await changed(approval.subject_kind, approval.subject_id)
    return (await loadApprovalItems({ db, actor, now: now() }, sql<boolean>`a.id = ${approval.id}`))[0]!
  },
})
