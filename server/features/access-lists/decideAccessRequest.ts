import type { Db } from '../../db/database.ts'
import { Failure } from '../../http/errors.ts'
import { operation } from '../../http/operation.ts'
import { readAccessRequest } from '../account-access/queries.ts'
import { AccessRequest, AccessRequestId } from '../account-access/schemas.ts'
import { accessRequestKind } from '../account-access/submit.ts'
import { countVote } from '../account-approvals/countVote.ts'
import { refreshApproverGroups } from '../people/refreshApproverGroups.ts'
import { AccessDecision } from './schemas.ts'

export const decideAccessRequest = operation({
  id: 'decideAccessRequest',
  method: 'PATCH',
  path: '/account-access/access-requests/{id}',
  tag: 'account-access',
  summary: 'Approve or reject a request for access, or ask for changes of it',
  description: 'The same vote as on its approval. A request that was changed since the version you name is not decided.',
  access: 'approver',
  params: AccessRequestId,
  body: AccessDecision,
  answers: { 200: AccessRequest },
  errors: ['notFound', 'alreadyDecided', 'versionMismatch', 'conflict'],
  async prepare({ db, clients, params }) {
    const round = await latestRound(db, params.id)
    if (round) await refreshApproverGroups(db, clients, round.id)
  },
  async handler(call) {
    const { db, actor, params, body, ifMatch, audit } = call
    audit({ subject: { kind: accessRequestKind, id: params.id } })
    const round = await latestRound(db, params.id)
    if (!round) throw new Failure('notFound', 'There is no such request.')
    await countVote(call, {
      approvalId: round.id,
      stage: body.stage ?? (await ownStage(db, round, actor.id)),
      decision: body.decision === 'changes' ? 'requestChanges' : body.decision,
      comment: body.comment ?? '',
      async check() {
        const { version } = await db.selectFrom('access_requests').select('version').where('id', '=', params.id).executeTakeFirstOrThrow()
        ifMatch(version)
        if (body.version !== undefined && body.version !== version)
          throw new Failure('versionMismatch', 'The request was changed since you read it. Read it again before you decide.')
      },
    })
    return readAccessRequest(db, actor, params.id)
  },
})

function latestRound(db: Db, requestId: string): Promise<{ id: string; stage: number } | undefined> {
  return db
    .selectFrom('approvals')
    .select(['id', 'stage'])
    .where('subject_kind', '=', accessRequestKind)
    .where('subject_id', '=', requestId)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The open stage; for somebody who voted in this round the stage of that vote, so that a vote sent twice never counts for two stages. */
async function ownStage(db: Db, round: { id: string; stage: number }, personId: string): Promise<number> {
  const voted = await db
    .selectFrom('approval_decisions')
    .select('stage')
    .where('approval_id', '=', round.id)
    .where('approver_id', '=', personId)
    .orderBy('stage', 'desc')
    .limit(1)
    .executeTakeFirst()
  return voted?.stage ?? round.stage
}
