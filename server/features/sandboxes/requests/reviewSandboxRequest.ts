import { Type } from 'typebox'
import { countVote, requireNewVote } from '../../../approvals/countVote.ts'
import { latestVotableRound } from '../../../approvals/latestRound.ts'
import { prepareVote } from '../../../approvals/prepareVote.ts'
import { VotedStage } from '../../../approvals/votedStage.ts'
import { Failure } from '../../../errors.ts'
import { operation } from '../../../http/operation.ts'
import { loadSandboxRequest } from './queries.ts'
import { SandboxRequest, SandboxRequestId } from './schemas.ts'
import { sandboxRequestKind } from './submit.ts'

export const reviewSandboxRequest = operation({
  id: 'reviewSandboxRequest',
  method: 'POST',
  path: '/sandbox-requests/{sboxRequestId}/review',
  tag: 'sandbox-requests',
  summary: 'Approve or reject a sandbox request, or request changes to it',
  description: 'Equivalent to voting in the inbox. Send the version that you read in `If-Match`.',
  access: 'approver',
  stepUp: 'byRow',
  params: SandboxRequestId,
  body: Type.Object(
    {
      decision: Type.Enum(['approve', 'reject', 'requestChanges']),
      comment: Type.Optional(Type.String({ maxLength: 1_000, description: 'Comment on the decision; required unless you approve.' })),
      stage: VotedStage,
    },
    { additionalProperties: false },
  ),
  responses: { 200: SandboxRequest },
  errors: ['notFound', 'alreadyDecided', 'versionMismatch', 'conflict', 'nameTaken'],
  async prepare(preparation) {
    const round = await latestVotableRound(preparation.db, sandboxRequestKind, preparation.params.sboxRequestId).executeTakeFirst()
    return round && prepareVote(preparation, round.id)
  },
  async handler(call, externalFacts) {
    const { db, actor, params, body, now } = call
    const id = params.sboxRequestId
    const round = await latestVotableRound(db, sandboxRequestKind, id).executeTakeFirst()
    if (!round) {
      const request = await loadSandboxRequest(db, actor, id, now(), call.allow)
      call.allow(request.requester.id === actor.id ? 'You can’t approve your own request.' : true)
      throw new Failure('alreadyDecided', 'No approval was needed: a rule decided.')
    }
    await countVote(call, {
      approvalId: round.id,
      stage: body.stage,
      decision: body.decision,
      comment: body.comment ?? '',
      externalFacts,
      async check(approval) {
        const { version } = await db.selectFrom('sandbox_requests').select('version').where('id', '=', id).executeTakeFirstOrThrow()
        await requireNewVote(db, approval, actor.id, call.ifMatch(version))
      },
    })
    return loadSandboxRequest(db, actor, id, now())
  },
})
