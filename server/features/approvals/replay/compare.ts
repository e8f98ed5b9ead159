import { isDeepStrictEqual } from 'node:util'
import { evaluateCondition } from '../../../approvals/condition.ts'
import type { PolicyFacts } from '../../../approvals/facts.ts'
import { evaluateRules, type PolicyOverride, type PolicyResult, type PolicyRules } from '../../../approvals/rules.ts'
import { defaultHours } from '../../../approvals/stages.ts'
import type { ApprovalStatus, PolicyStage, ReplayChange, ReplayOutcome, ReplaySide, StageStatus } from '../../../db/tables.ts'

export interface PastStage extends Omit<PolicyStage, 'when'> {
  status: StageStatus
  openedAt: string | null
  closedAt: string | null
}

export interface PastRequest {
  id: string
  facts: PolicyFacts
  status: ApprovalStatus
  automatic: string | null
  /** The outcome of rules outside the policy; null if the policy alone decided. */
  overrideOutcome: PolicyOverride['outcome'] | null
  openedAt: Date
  closedAt: Date | null
  stages: PastStage[]
}

export interface Comparison {
  from: ReplayOutcome
  /** Null means the same outcome. */
  change: ReplayChange | null
  actual: ReplaySide
  simulated: ReplaySide
  actualStages: PastStage[]
  simulatedStages: PolicyStage[]
}

const notByPolicy = 'The request was approved outside the policy.'

type StageTiming = Omit<PolicyStage, 'when'>
const approvers = ({ rule, minimum }: StageTiming) => ({ rule, minimum })
const times = ({ alternates, remindAfterHours, escalateAfterHours, hoursToDecide }: StageTiming) => ({
  remind: remindAfterHours ?? defaultHours.remindAfter,
  escalate: alternates && escalateAfterHours !== undefined ? { escalateAfterHours, alternates } : null,
  expires: hoursToDecide ?? defaultHours.toDecide,
})
const areEqualBy = (a: readonly StageTiming[], b: readonly StageTiming[], keyOf: (stage: StageTiming) => unknown) =>
  isDeepStrictEqual(a.map(keyOf), b.map(keyOf))

/**
 * Computes what the draft would have decided, without side effects. If a condition can't be evaluated, there is no approver, as for a real
 * request.
 */
export function compare(pastRequest: PastRequest, policyAtSubmission: PolicyRules, draft: PolicyRules): Comparison {
  const simulatedResult = policyResultFor(draft, pastRequest.facts, overrideOf(pastRequest))
  const actualOutcome = actualOutcomeOf(pastRequest, policyAtSubmission)
  const simulatedOutcome = evaluateOutcome(draft, pastRequest.facts, simulatedResult)
  const simulatedStages = simulatedResult.outcome === 'stages' ? simulatedResult.stages : []
  return {
    from: actualOutcome.outcome,
    change: changeOf(actualOutcome, simulatedOutcome, pastRequest.stages, simulatedStages),
    actual: actualOutcome,
    simulated: simulatedOutcome,
    actualStages: pastRequest.stages,
    simulatedStages,
  }
}

function policyResultFor(policy: PolicyRules, facts: PolicyFacts, override?: PolicyOverride): PolicyResult {
  try {
    return evaluateRules(policy, facts, override)
  } catch {
    return { outcome: 'noStage' }
  }
}

/** Rules outside the policy, such as the rule of a sandbox template, would decide the same again. */
function overrideOf({ overrideOutcome, automatic, status, stages }: PastRequest): PolicyOverride | undefined {
  if (overrideOutcome === null) return undefined
  if (overrideOutcome === 'approved')
    return { outcome: overrideOutcome, reason: status === 'approved' && automatic !== null ? automatic : notByPolicy }
  return overrideOutcome === 'stages' && stages.length > 0 ? { outcome: overrideOutcome, stages } : { outcome: 'required' }
}

function actualOutcomeOf({ automatic, status, stages, facts }: PastRequest, policyAtSubmission: PolicyRules): ReplaySide {
  if (automatic === null) return { outcome: 'stages', reason: null, when: null, stages: stages.map(({ name }) => name) }
  return automaticOutcome(policyAtSubmission, facts, { outcome: status === 'rejected' ? 'rejected' : 'approved', reason: automatic })
}

function evaluateOutcome(policy: PolicyRules, facts: PolicyFacts, result: PolicyResult): ReplaySide {
  if (result.outcome === 'stages') return { outcome: 'stages', reason: null, when: null, stages: result.stages.map(({ name }) => name) }
  if (result.outcome === 'noStage') return { outcome: 'noStage', reason: null, when: null, stages: [] }
  return automaticOutcome(policy, facts, result)
}

function automaticOutcome(
  policy: PolicyRules,
  facts: PolicyFacts,
  { outcome, reason }: { outcome: 'approved' | 'rejected'; reason: string },
): ReplaySide {
  const rules = outcome === 'rejected' ? policy.reject : policy.approve
  const rule = rules.find((each) => each.reason === reason && evaluateCondition(each.when, facts))
  return { outcome, reason, when: rule?.when ?? null, stages: [] }
}

function changeOf(
  actualOutcome: ReplaySide,
  simulatedOutcome: ReplaySide,
  before: readonly StageTiming[],
  after: readonly StageTiming[],
): ReplayChange | null {
  if (actualOutcome.outcome !== simulatedOutcome.outcome) {
    const changes = {
      approved: 'approvedAutomatically',
      rejected: 'rejectedAutomatically',
      stages: 'approvalAdded',
      noStage: 'noStage',
    } as const
    return changes[simulatedOutcome.outcome]
  }
  if (actualOutcome.outcome !== 'stages') return null
  if (after.length !== before.length) return after.length > before.length ? 'moreStages' : 'fewerStages'
  if (!areEqualBy(before, after, approvers)) return 'differentApprovers'
  return areEqualBy(before, after, times) ? null : 'differentDeadlines'
}

/**
 * Rates how unusual a change is. 3: people decided the opposite, or no approver would be left. 2: people first asked for changes, a risky
 * request would be approved automatically, or fewer people would decide on a rejected request. 1: the request would be rejected, or fewer
 * people would decide.
 */
export function unusualScore(pastRequest: Pick<PastRequest, 'status' | 'automatic' | 'facts'>, change: ReplayChange): number {
  if (change === 'noStage') return 3
  const decidedByPeople = pastRequest.automatic === null
  if (change === 'approvedAutomatically') {
    if (pastRequest.status === 'rejected') return 3
    if (pastRequest.status === 'changes_requested' || pastRequest.facts.risk.score >= 50) return 2
  }
  if (change === 'rejectedAutomatically') return decidedByPeople && pastRequest.status === 'approved' ? 3 : 1
  if (change === 'fewerStages') return pastRequest.status === 'rejected' ? 2 : 1
  return 0
}
