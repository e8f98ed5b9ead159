import { Type } from 'typebox'
import { castVote, lockForVote } from '../../approvals/decide.ts'
import type { Db } from '../../db/database.ts'
import { Failure } from '../../http/errors.ts'
import { operation } from '../../http/operation.ts'
import { refreshApproverGroups } from '../people/refreshApproverGroups.ts'
import { readUpdate } from './queries.ts'
import { AccountUpdate, UpdateId } from './schemas.ts'
import { accountUpdateSubject } from './subject.ts'
import { updateSubject } from './submitUpdate.ts'

export const approveAccountUpdate = operation({
  id: 'approveAccountUpdate',
  method: 'POST',
  path: '/accounts/{id}/updates/{updateId}/approve',
  tag: 'account-updates',
  summary: 'Approve a change of an account, reject it, or ask for changes',
  access: 'approver',
  params: UpdateId,
  body: Type.Object(
    {
      decision: Type.Enum(['approve', 'reject', 'requestChanges']),
      stage: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 50, description: 'The stage you saw; without it the open one. A vote never slides on.' }),
      ),
      comment: Type.Optional(Type.String({ maxLength: 1_000, pattern: '^[^\\x00]*$', description: 'Required unless approving.' })),
    },
    { additionalProperties: false },
  ),
  answers: { 200: AccountUpdate },
  errors: ['notFound', 'alreadyDecided', 'versionMismatch', 'conflict'],
  async prepare({ db, clients, params }) {
    const latest = await latestApproval(db, params.updateId)
    if (latest) await refreshApproverGroups(db, clients, latest.id)
  },
  async handler({ db, jobs, actor, params, body, now, allow, ifMatch, audit, changed }) {
    const subject = { kind: updateSubject, id: params.updateId }
    audit({ subject })
    const update = await db
      .selectFrom('account_updates')
      .select(['id', 'status', 'version'])
      .where('id', '=', params.updateId)
      .where('account_id', '=', params.id)
      .executeTakeFirst()
    const latest = update && (await latestApproval(db, update.id))
    if (!latest) throw new Failure('notFound', 'There is no such update of this account that anybody decides on.')
    const comment = body.comment?.trim() ?? ''
    const vote = { approvalId: latest.id, stage: body.stage ?? latest.stage, personId: actor.id, decision: body.decision, comment }
    const approval = await lockForVote(db, vote, allow)
    ifMatch(update.version)
    if (body.decision !== 'approve' && comment.length < 3)
      throw new Failure('invalidRequest', 'Say why, so that the requester knows what to do.', {
        errors: [{ field: 'comment', message: 'is needed unless you approve' }],
      })
    const outcome = await castVote({ db, jobs, now: now() }, accountUpdateSubject, approval, vote)
    audit({
      subject,
      before: { status: 'pending', stage: approval.stage },
      after: { decision: body.decision, comment, status: outcome },
    })
    await changed('approval', approval.id)
    await changed(updateSubject, update.id)
    return readUpdate(db, actor, params)
  },
})

/** The round that waits, or else the last one. */
function latestApproval(db: Db, updateId: string) {
  return db
    .selectFrom('approvals')
    .select(['id', 'stage'])
    .where('subject_kind', '=', updateSubject)
    .where('subject_id', '=', updateId)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
