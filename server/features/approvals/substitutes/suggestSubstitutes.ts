import { operation } from '../../../http/operation.ts'
import { loadSubstituteCandidates } from './candidates.ts'
import { canAddSubstitute } from './policy.ts'
import { SubstituteApprovalId, SubstituteSuggestions } from './schemas.ts'
import { openStageOf, substituteProblem } from './unstaffedStage.ts'

export const suggestSubstitutes = operation({
  id: 'suggestSubstitutes',
  method: 'GET',
  path: '/account-approvals/{id}/cover',
  tag: 'approval-cover',
  summary: 'Suggest substitute approvers for a request',
  access: 'approver',
  params: SubstituteApprovalId,
  responses: { 200: SubstituteSuggestions },
  errors: ['notFound'],
  async handler({ db, actor, params, now, allow }) {
    const openStage = await openStageOf(db, params.id, actor, now())
    allow(canAddSubstitute(actor, openStage))
    const { stage, name, need } = openStage
    const problem = substituteProblem(openStage) ?? null
    const candidates = problem ? [] : await loadSubstituteCandidates(db, params.id, stage, actor.id, now())
    return { stage, stageName: name, need, problem, candidates }
  },
})
