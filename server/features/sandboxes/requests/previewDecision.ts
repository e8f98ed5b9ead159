import { addPersonNames } from '../../../approvals/addPersonNames.ts'
import { previewApproval } from '../../../approvals/previewApproval.ts'
import type { ApprovalFacts } from '../../../approvals/subject.ts'
import type { Db } from '../../../db/database.ts'
import { type ApprovalRuleResult, policyOverrideOf } from './approvalRule.ts'
import { sandboxRequestKind } from './submit.ts'

interface PreviewedRequest {
  requesterId: string
  /** Null if the request isn’t complete enough to find its approvers. */
  facts: ApprovalFacts | null
  ruleResult: ApprovalRuleResult
  now: Date
}

/** Predicts how a request is decided: automatically and why, or by which approvers. */
export async function previewDecision(db: Db, { requesterId, facts, ruleResult, now }: PreviewedRequest) {
  const override = policyOverrideOf(ruleResult)
  const preview = facts && (await previewApproval(db, { subjectKind: sandboxRequestKind, requesterId, facts, now, override }))
  const automaticOutcome = preview?.automatic
  const isAutomatic = automaticOutcome ? automaticOutcome.outcome === 'approved' : ruleResult.automatic
  return {
    automatic: isAutomatic,
    decisionReasons: automaticOutcome && !(ruleResult.automatic && isAutomatic) ? [automaticOutcome.reason] : ruleResult.reasons,
    preview: preview === null || isAutomatic ? null : await addPersonNames(db, preview),
  }
}
