import { evaluateCondition } from '../../../approvals/condition.ts'
import type { PolicyFacts } from '../../../approvals/facts.ts'
import { evaluateRules, type PolicyOverride, type PolicyResult, type PolicyRules } from '../../../approvals/rules.ts'
import { type StageTiming, stageDifferences } from '../../../approvals/stageDifferences.ts'
import type {
  ApprovalStatus,
  PolicyStage,
  ReplayChange,
  ReplayOutcome,
  ReplaySide,
  StageDifference,
  StageStatus,
} from '../../../db/tables.ts'

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

/** Reminders don't affect the result, so they are a kind of their own. */
export type ReplayChangeKind = ReplayChange | 'differentReminders'

export interface Comparison {
  from: ReplayOutcome
  /** Null means the same outcome. */
  change: ReplayChangeKind | null
  actual: ReplaySide
  simulated: ReplaySide
  actualStages: PastStage[]
  simulatedStages: PolicyStage[]
}

const notByPolicy = 'The request was approved outside the policy.'

/**
 * Computes what the draft would have decided, without side effects. If a condition can't be evaluated, there is no approver, as for a real
 * request.
 */
export function compare(pastRequest: PastRequest, policyAtSubmission: PolicyRules, draft: PolicyRules): Comparison {
  const simulatedResult = policyResultFor(draft, pastRequest.facts, overrideOf(pastRequest))
  const actualOutcome = actualOutcomeOf(pastRequest, policyAtSubmission)
  const simulatedOutcome = evaluateOutcome(draft, pastRequest.facts, simulatedResult)
  const simulatedStages = simulatedResult.outcome === 'stages' ? simulatedResult.stages : []
  const canCompareStages = simulatedStages.length > 0 && simulatedStages.length === pastRequest.stages.length
  const differences = canCompareStages ? stageDifferences(pastRequest.stages, simulatedStages) : []
  const change = changeOf(actualOutcome, simulatedOutcome, differences)
  const votes = change === 'differentApprovers' ? changeOfVotes(differences) : undefined
  return {
    from: actualOutcome.outcome,
    change,
    actual: actualOutcome,
    simulated: {
      ...simulatedOutcome,
      ...(votes && { votes }),
      ...(differences.length > 0 && { differences }),
      ...(change === 'differentReminders' && { onlyReminders: true }),
    },
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
  if (automatic === null) return stagesOutcome(stages)
  return automaticOutcome(policyAtSubmission, facts, { outcome: status === 'rejected' ? 'rejected' : 'approved', reason: automatic })
}

function evaluateOutcome(policy: PolicyRules, facts: PolicyFacts, result: PolicyResult): ReplaySide {
  if (result.outcome === 'stages') return stagesOutcome(result.stages)
  if (result.outcome === 'noStage') return { outcome: 'noStage', reason: null, when: null, stages: [] }
  return automaticOutcome(policy, facts, result)
}

function stagesOutcome(stages: readonly StageTiming[]): ReplaySide {
  const names = stages.map(({ name }) => name)
  return { outcome: 'stages', reason: null, when: null, stages: names, minimums: stages.map(({ minimum }) => minimum) }
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
  differences: readonly StageDifference[],
): ReplayChangeKind | null {
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
  const [before, after] = [actualOutcome.stages.length, simulatedOutcome.stages.length]
  if (after !== before) return after > before ? 'moreStages' : 'fewerStages'
  if (differences.length === 0) return null
  const parts = new Set(differences.map(({ part }) => part))
  if (parts.has('approvers') || parts.has('alternates') || parts.has('votes')) return 'differentApprovers'
  return parts.size === 1 && parts.has('reminder') ? 'differentReminders' : 'differentDeadlines'
}

/** Undefined if other approvers decide, or if some stages need more votes and others fewer. */
function changeOfVotes(differences: readonly StageDifference[]): ReplaySide['votes'] {
  if (differences.some(({ part }) => part === 'approvers')) return undefined
  const isMore = differences.filter(({ part }) => part === 'votes').map(({ before, after }) => after! > before!)
  return isMore.every(Boolean) ? 'more' : isMore.some(Boolean) ? undefined : 'fewer'
}

/**
 * Rates how unusual a change is. 3: people decided the opposite, or no approver would be left. 2: people first asked for changes, a risky
 * request would be approved automatically, or fewer people would decide on a rejected request. 1: the request would be rejected, or fewer
 * people would decide.
 */
export function unusualScore(pastRequest: Pick<PastRequest, 'status' | 'automatic' | 'facts'>, change: ReplayChangeKind): number {
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
