import type { AutomaticRule, PolicyStage } from '../db/tables.ts'
import { evaluateCondition } from './condition.ts'
import type { PolicyFacts } from './facts.ts'

export interface PolicyRules {
  reject: AutomaticRule[]
  approve: AutomaticRule[]
  stages: PolicyStage[]
}

/**
 * Requirements from outside the policy: from a sandbox's template, or from a role's policy in Azure. They replace the policy's automatic
 * approvals or stages, but not its automatic rejections.
 */
export type PolicyOverride =
  | { outcome: 'approved'; reason: string }
  | { outcome: 'stages'; stages: PolicyStage[] }
  | { outcome: 'required' }

export type PolicyResult =
  | { outcome: 'rejected' | 'approved'; reason: string }
  | { outcome: 'stages'; stages: PolicyStage[] }
  /** No rule and no stage applies, so the request fails closed. */
  | { outcome: 'noStage' }

/** Applies automatic rejections first, then automatic approvals, then stages. The function is pure, so that replays can use past facts. */
export function evaluateRules(policy: PolicyRules, facts: PolicyFacts, override?: PolicyOverride): PolicyResult {
  const rejectingRule = policy.reject.find((rule) => evaluateCondition(rule.when, facts))
  if (rejectingRule) return { outcome: 'rejected', reason: rejectingRule.reason }
  if (override && override.outcome !== 'required') return override
  const approvingRule = override ? undefined : policy.approve.find((rule) => evaluateCondition(rule.when, facts))
  if (approvingRule) return { outcome: 'approved', reason: approvingRule.reason }
  const stages = policy.stages.filter((stage) => stage.when === undefined || evaluateCondition(stage.when, facts))
  return stages.length > 0 ? { outcome: 'stages', stages } : { outcome: 'noStage' }
}
