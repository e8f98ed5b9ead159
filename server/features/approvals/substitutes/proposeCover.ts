import { operation } from '../../../http/operation.ts'
import { coverCandidates } from './candidates.ts'
import { openStageOf, whyNoCover } from './need.ts'
import { mayCover } from './policy.ts'
import { CoverId, CoverProposal } from './schemas.ts'

export const proposeCover = operation({
  id: 'proposeCover',
  method: 'GET',
  path: '/account-approvals/{id}/cover',
  tag: 'approval-cover',
  summary: 'Suggest substitute approvers for a request',
  access: 'approver',
  params: CoverId,
  answers: { 200: CoverProposal },
  errors: ['notFound'],
  async handler({ db, actor, params, now, allow }) {
    const open = await openStageOf(db, params.id, actor, now())
    allow(mayCover(actor, open))
    const { stage, name, need } = open
    const problem = whyNoCover(open) ?? null
    const candidates = problem ? [] : await coverCandidates(db, params.id, stage, actor.id, now())
    return { stage, stageName: name, need, problem, candidates }
  },
})
