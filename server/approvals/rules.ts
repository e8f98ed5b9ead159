import type { AutomaticRule, PolicyStage } from '../db/tables.ts'
import { evaluateCondition } from './condition.ts'
import type { PolicyFacts } from './facts.ts'

/** The rules of a policy version: automatic rejections, automatic approvals, and stages for the rest. */
export interface PolicyRules {
  reject: AutomaticRule[]
  approve: AutomaticRule[]
  stages: PolicyStage[]
}

/**
 * The requirements of rules outside the policy for this request. These rules are the template of a sandbox or the policy of a role in
 * Azure. They replace the automatic approvals or stages of the policy; the automatic rejections of the policy still apply.
 */
export type ForcedRuling =
  | { outcome: 'approved'; because: string }
  | { outcome: 'stages'; stages: PolicyStage[] }
  /** The policy's stages apply, and its automatic approvals don't. */
  | { outcome: 'asked' }

export type Ruling =
  | { outcome: 'rejected' | 'approved'; because: string }
  | { outcome: 'stages'; stages: PolicyStage[] }
  /** No rule and no stage applies, so the request fails closed. */
  | { outcome: 'unruled' }

/** Applies automatic rejections first, then automatic approvals, then stages. The function is pure, so that replays can use past facts. */
export function rulingOf(policy: PolicyRules, facts: PolicyFacts, rejectedRule?: ForcedRuling): Ruling {
  const rejectingRule = policy.reject.find((rule) => evaluateCondition(rule.when, facts))
  if (rejectingRule) return { outcome: 'rejected', because: rejectingRule.because }
  if (rejectedRule && rejectedRule.outcome !== 'asked') return rejectedRule
  const approvingRule = rejectedRule ? undefined : policy.approve.find((rule) => evaluateCondition(rule.when, facts))
  if (approvingRule) return { outcome: 'approved', because: approvingRule.because }
  const stages = policy.stages.filter((stage) => stage.when === undefined || evaluateCondition(stage.when, facts))
  return stages.length > 0 ? { outcome: 'stages', stages } : { outcome: 'unruled' }
}
