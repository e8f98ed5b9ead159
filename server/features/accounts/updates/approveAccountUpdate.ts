import { Type } from 'typebox'
import { countVote, requireNewVote } from '../../../approvals/countVote.ts'
import { latestVotableRound } from '../../../approvals/latestRound.ts'
import { prepareVote } from '../../../approvals/prepareVote.ts'
import { VotedStage } from '../../../approvals/votedStage.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { updateSubject } from './facts.ts'
import { loadUpdate } from './queries.ts'
import { AccountUpdate, UpdateId } from './schemas.ts'

export const approveAccountUpdate = operation({
  id: 'approveAccountUpdate',
  method: 'POST',
  path: '/accounts/{id}/updates/{updateId}/approve',
  tag: 'account-updates',
  summary: 'Approve or reject an account change, or request changes to it',
  description: 'Equivalent to voting on its approval. Send the version that you read in `If-Match`.',
  access: 'approver',
  stepUp: 'byRow',
  params: UpdateId,
  body: Type.Object(
    {
      decision: Type.Enum(['approve', 'reject', 'requestChanges']),
      stage: VotedStage,
      comment: Type.Optional(
        Type.String({ maxLength: 1_000, pattern: '^[^\\x00]*$', description: 'Comment on the decision; required unless you approve.' }),
      ),
    },
    { additionalProperties: false },
  ),
  responses: { 200: AccountUpdate },
  errors: ['notFound', 'alreadyDecided', 'versionMismatch', 'conflict'],
  async prepare(preparation) {
    const latest = await latestVotableRound(preparation.db, updateSubject, preparation.params.updateId).executeTakeFirst()
    return latest && prepareVote(preparation, latest.id)
  },
  async handler(call, externalFacts) {
    const { db, actor, params, body, audit, ifMatch } = call
    audit({ subject: { kind: updateSubject, id: params.updateId } })
    const update = await db
      .selectFrom('account_updates')
      .select(['id', 'version'])
      .where('id', '=', params.updateId)
      .where('account_id', '=', params.id)
      .executeTakeFirst()
    const latest = update && (await latestVotableRound(db, updateSubject, update.id).executeTakeFirst())
    if (!latest) throw new Failure('notFound', 'This account change doesn’t exist or needs no decision.')
    await countVote(call, {
      approvalId: latest.id,
      stage: body.stage,
      decision: body.decision,
      comment: body.comment ?? '',
      externalFacts,
      check: (approval) => requireNewVote(db, approval, actor.id, ifMatch(update.version)),
    })
    return loadUpdate(db, actor, params)
  },
})
