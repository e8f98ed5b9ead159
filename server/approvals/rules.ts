import type { AutomaticRule, PolicyStage } from '../db/tables.ts'
import { holds } from './condition.ts'
import type { PolicyFacts } from './facts.ts'

/** One version of a policy: what it refuses, what it lets through, and who decides on the rest. */
export interface PolicyRules {
  reject: AutomaticRule[]
  approve: AutomaticRule[]
  stages: PolicyStage[]
}

/**
 * What rules outside the policy say of this very request: those of a sandbox's template, of the role in Azure.
 * They stand in for what the policy lets through or whom it asks; what it refuses stays refused.
 */
export type GivenRuling =
  | { outcome: 'approved'; because: string }
  | { outcome: 'stages'; stages: PolicyStage[] }
  /** Somebody of the policy's stages decides, whatever it would let through. */
  | { outcome: 'asked' }

/** What a policy says of one request. */
export type Ruling =
  | { outcome: 'rejected' | 'approved'; because: string }
  | { outcome: 'stages'; stages: PolicyStage[] }
  /** No rule and no stage is for it: fails closed. */
  | { outcome: 'unruled' }

/** Refusing goes before letting through, and that before asking. Pure, so that a policy can be tried on what was. */
export function rulingOf(policy: PolicyRules, facts: PolicyFacts, given?: GivenRuling): Ruling {
  const refused = policy.reject.find((rule) => holds(rule.when, facts))
  if (refused) return { outcome: 'rejected', because: refused.because }
  if (given && given.outcome !== 'asked') return given
  const passed = given ? undefined : policy.approve.find((rule) => holds(rule.when, facts))
  if (passed) return { outcome: 'approved', because: passed.because }
  const stages = policy.stages.filter((stage) => stage.when === undefined || holds(stage.when, facts))
  return stages.length > 0 ? { outcome: 'stages', stages } : { outcome: 'unruled' }
}
