import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { requireOpenStage } from '../../../approvals/requireOpenStage.ts'
import { loadSeats } from '../../../approvals/seat.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { fetchUnknownPeople, requirePeople } from '../../../people/requirePeople.ts'
import { loadApprovalItems } from '../inbox/queries.ts'
import { ApprovalItem } from '../inbox/schemas.ts'
import { notifyReassigned } from './notify.ts'
import { canReassign } from './policy.ts'
import { requireReceiver } from './receiver.ts'
import { ReassignmentBody, ReassignmentId } from './schemas.ts'

export const reassignApproval = operation({
  id: 'reassignApproval',
  method: 'POST',
  path: '/account-approvals/{id}/pass-on',
  tag: 'account-approvals',
  summary: 'Reassign your decision on one request',
  description:
    'The reassignment applies to this stage of this request only. You can still decide, and can revoke the reassignment until the vote; the seat has one vote. The receiver can’t reassign it again, and can’t be the requester or their other user accounts.',
  access: 'approver',
  params: ReassignmentId,
  body: ReassignmentBody,
  responses: { 201: ApprovalItem },
  errors: ['notFound', 'alreadyDecided', 'wrongState', 'versionMismatch', 'outsideFailed'],
  prepare: (preparation) => fetchUnknownPeople(preparation, [preparation.body.to]),
  async handler({ db, actor, params, body, config, now, allow, ifMatch, audit, changed }, foundPeople) {
    audit({ subject: { kind: 'approval', id: params.id } })
    const approval = await db.selectFrom('approvals').selectAll().where('id', '=', params.id).forUpdate().executeTakeFirst()
    if (!approval) throw new Failure('notFound', 'This approval doesn’t exist.')
    const loadItem = async () => (await loadApprovalItems({ db, actor, now: now() }, sql<boolean>`a.id = ${approval.id}`))[0]!
    const before = await loadItem()
    const hasVoted = before.stages.some(({ decisions }) => decisions.some(({ person }) => person.id === actor.id))
    const seats = await loadSeats(db, approval, actor, now())
    allow(canReassign(actor, { requester: before.requester, isApprover: hasVoted || seats.length > 0 }))
    requireOpenStage(approval, body.stage)
    ifMatch(approval.version)
    const verdict = before.can.reassign!
    if (verdict !== true) throw new Failure('wrongState', verdict)
    await requirePeople(db, config, 'to', [body.to], foundPeople)
    const to = body.to.toLowerCase()
    await requireReceiver(db, { approvalId: approval.id, stage: approval.stage, requesterId: approval.requester_id, to, actor, now: now() })
    const id = uuidv7()
    const comment = body.comment.trim()
    const row = { id, approval_id: approval.id, stage: approval.stage, person_id: actor.id, receiver_id: to, comment, created_at: now() }
    await db.insertInto('approval_reassignments').values(row).execute()
    await notifyReassigned(db, approval, { id, to, comment, actorName: actor.displayName })
    audit({
      subject: { kind: approval.subject_kind, id: approval.subject_id },
      after: { stage: approval.stage, reassignedBy: actor.id, reassignedTo: to, comment },
    })
    await changed('approval', approval.id)
    await changed(approval.subject_kind, approval.subject_id)
    return loadItem()
  },
})
