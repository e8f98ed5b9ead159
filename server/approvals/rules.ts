import type { AutomaticRule, PolicyStage } from '../db/tables.ts'
import { holds } from './condition.ts'
import type { PolicyFacts } from './facts.ts'

/** The rules of a policy version: automatic rejections, automatic approvals, and stages for the rest. */
export interface PolicyRules {
  reject: AutomaticRule[]
  approve: AutomaticRule[]
  stages: PolicyStage[]
}

/**
 * The ruling of rules outside the policy on this request: a sandbox's template, or the role in Azure. It replaces the policy's automatic
 * approvals or stages; the policy's rejections still apply.
 */
export type GivenRuling =
  | { outcome: 'approved'; because: string }
  | { outcome: 'stages'; stages: PolicyStage[] }
  /** The policy's stages apply, and its automatic approvals don't. */
  | { outcome: 'asked' }

export type Ruling =
  | { outcome: 'rejected' | 'approved'; because: string }
  | { outcome: 'stages'; stages: PolicyStage[] }
  /** No rule and no stage applies: fails closed. */
  | { outcome: 'unruled' }

/** Applies rejections first, then automatic approvals, then stages. Pure, so that replays can use past facts. */
export function rulingOf(policy: PolicyRules, facts: PolicyFacts, given?: GivenRuling): Ruling {
  const refused = policy.reject.find((rule) => holds(rule.when, facts))
  if (refused) return { outcome: 'rejected', because: refused.because }
  if (given && given.outcome !== 'asked') return given
  const passed = given ? undefined : policy.approve.find((rule) => holds(rule.when, facts))
  if (passed) return { outcome: 'approved', because: passed.because }
  const stages = policy.stages.filter((stage) => stage.when === undefined || holds(stage.when, facts))
  return stages.length > 0 ? { outcome: 'stages', stages } : { outcome: 'unruled' }
}
