import type { Static } from 'typebox'
import { countVote, requireNewVote } from '../../../approvals/countVote.ts'
import type { ExternalFacts } from '../../../approvals/evidence.ts'
import { latestRound } from '../../../approvals/latestRound.ts'
import { prepareVote } from '../../../approvals/prepareVote.ts'
import type { ApprovalSubject } from '../../../approvals/subject.ts'
import type { Clients } from '../../../clients/clients.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import type { Call } from '../../../http/operation.ts'
import type { SubjectKind } from '../../../subjects/kinds.ts'
import type { AccessDecision } from './schemas.ts'

/** The kind prevents an account’s access request from being decided as a sandbox’s access request. */
interface VoteCall {
  kind: SubjectKind
  id: string
}

export async function prepareRequestVote(
  context: { db: Db; clients: Clients; now: () => Date },
  request: VoteCall,
): Promise<ExternalFacts | undefined> {
  const round = await latestRound(context.db, request.kind, request.id).executeTakeFirst()
  return round && prepareVote(context, round.id)
}

/**
 * Records a vote on the approval of the request.
 * @param subject carries out the decision
 * @throws notFound; versionMismatch if the request changed since the approver read it
 */
export async function voteOnRequest(
  call: Call<unknown, unknown, Static<typeof AccessDecision>>,
  subject: ApprovalSubject,
  id: string,
  externalFacts: ExternalFacts | undefined,
): Promise<void> {
  const { db, actor, body, ifMatch, audit } = call
  const request = { kind: subject.kind, id }
  audit({ subject: request })
  const round = await latestRound(db, request.kind, request.id).executeTakeFirst()
  if (!round) throw new Failure('notFound', 'This request doesn’t exist.')
  await countVote(call, {
    approvalId: round.id,
    stage: body.stage,
    decision: body.decision === 'changes' ? 'requestChanges' : body.decision,
    comment: body.comment ?? '',
    externalFacts,
    async check(approval) {
      const { version } = await db.selectFrom('access_requests').select('version').where('id', '=', request.id).executeTakeFirstOrThrow()
      const versionWasSent = ifMatch(version) || body.version !== undefined
      if (body.version !== undefined && body.version !== version)
        throw new Failure('versionMismatch', 'The request changed since you read it. No vote was counted. Reload the request, then decide.')
      await requireNewVote(db, approval, actor.id, versionWasSent)
    },
  })
}
