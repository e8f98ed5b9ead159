import { isDeepStrictEqual } from 'node:util'
import { evaluateCondition } from '../../../approvals/condition.ts'
import type { PolicyFacts } from '../../../approvals/facts.ts'
import { type ForcedRuling, type PolicyRules, type Ruling, rulingOf } from '../../../approvals/rules.ts'
import { defaultHours } from '../../../approvals/stages.ts'
import type { ApprovalStatus, PolicyStage, ReplayChange, ReplayOutcome, ReplaySide, StageStatus } from '../../../db/tables.ts'

/** A stage as it was recorded when its request was submitted. */
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
  /** The outcome of rules outside the policy */
  given: ForcedRuling['outcome'] | null
  openedAt: Date
  closedAt: Date | null
  stages: PastStage[]
}

export interface Comparison {
  from: ReplayOutcome
  /** Null means the same outcome. */
  change: ReplayChange | null
  was: ReplaySide
  would: ReplaySide
  wasStages: PastStage[]
  wouldStages: PolicyStage[]
}

const outsideRules = 'The request was approved outside the policy.'

type Timed = Omit<PolicyStage, 'when'>
const deciders = ({ rule, minimum }: Timed) => ({ rule, minimum })
const times = ({ alternates, remindAfterHours, escalateAfterHours, hoursToDecide }: Timed) => ({
  remind: remindAfterHours ?? defaultHours.remindAfter,
  escalate: alternates && escalateAfterHours !== undefined ? { escalateAfterHours, alternates } : null,
  expires: hoursToDecide ?? defaultHours.toDecide,
})
const areEqualBy = (a: readonly Timed[], b: readonly Timed[], keyOf: (stage: Timed) => unknown) =>
  isDeepStrictEqual(a.map(keyOf), b.map(keyOf))

/**
 * Computes what the draft would have decided, without side effects. If a condition can't be evaluated, there is no approver, as for a real
 * request.
 */
export function compare(pastRequest: PastRequest, policyAtFiling: PolicyRules, draft: PolicyRules): Comparison {
  const simulatedRuling = rulingFor(draft, pastRequest.facts, forcedRulingOf(pastRequest))
  const actualSide = actualSideOf(pastRequest, policyAtFiling)
  const simulatedSide = sideOf(draft, pastRequest.facts, simulatedRuling)
  const wouldStages = simulatedRuling.outcome === 'stages' ? simulatedRuling.stages : []
  return {
    from: actualSide.outcome,
    change: changeOf(actualSide, simulatedSide, pastRequest.stages, wouldStages),
    was: actualSide,
    would: simulatedSide,
    wasStages: pastRequest.stages,
    wouldStages,
  }
}

function rulingFor(policy: PolicyRules, facts: PolicyFacts, given?: ForcedRuling): Ruling {
  try {
    return rulingOf(policy, facts, given)
  } catch {
    return { outcome: 'unruled' }
  }
}

/** Rules outside the policy, such as the rule of a sandbox template, would decide the same again. */
function forcedRulingOf({ given, automatic, status, stages }: PastRequest): ForcedRuling | undefined {
  if (given === null) return undefined
  if (given === 'approved') return { outcome: given, because: status === 'approved' && automatic !== null ? automatic : outsideRules }
  return given === 'stages' && stages.length > 0 ? { outcome: given, stages } : { outcome: 'asked' }
}

function actualSideOf({ automatic, status, stages, facts }: PastRequest, policyAtFiling: PolicyRules): ReplaySide {
  if (automatic === null) return { outcome: 'asked', because: null, when: null, stages: stages.map(({ name }) => name) }
  return automaticSide(policyAtFiling, facts, { outcome: status === 'rejected' ? 'rejected' : 'approved', because: automatic })
}

function sideOf(policy: PolicyRules, facts: PolicyFacts, ruling: Ruling): ReplaySide {
  if (ruling.outcome === 'stages') return { outcome: 'asked', because: null, when: null, stages: ruling.stages.map(({ name }) => name) }
  if (ruling.outcome === 'unruled') return { outcome: 'nobody', because: null, when: null, stages: [] }
  return automaticSide(policy, facts, ruling)
}

/** Includes the condition of the rule that decided. A rule outside the policy has no condition. */
function automaticSide(
  policy: PolicyRules,
  facts: PolicyFacts,
  { outcome, because }: { outcome: 'approved' | 'rejected'; because: string },
): ReplaySide {
  const rules = outcome === 'rejected' ? policy.reject : policy.approve
  const rule = rules.find((each) => each.because === because && evaluateCondition(each.when, facts))
  return { outcome, because, when: rule?.when ?? null, stages: [] }
}

function changeOf(
  actualSide: ReplaySide,
  simulatedSide: ReplaySide,
  before: readonly Timed[],
  after: readonly Timed[],
): ReplayChange | null {
  if (actualSide.outcome !== simulatedSide.outcome) {
    const changes = { approved: 'approvedAtOnce', rejected: 'rejectedAtOnce', asked: 'askedFirst', nobody: 'nobodyDecides' } as const
    return changes[simulatedSide.outcome]
  }
  if (actualSide.outcome !== 'asked') return null
  if (after.length !== before.length) return after.length > before.length ? 'moreStages' : 'fewerStages'
  if (!areEqualBy(before, after, deciders)) return 'otherPeople'
  return areEqualBy(before, after, times) ? null : 'otherTimes'
}

/**
 * Rates how unusual a change is. 3: people decided the opposite, or no approver would be left. 2: people first asked for changes, or a
 * risky request would be approved automatically. 1: the request would be rejected, or fewer people would decide.
 */
export function unusualScore(pastRequest: Pick<PastRequest, 'status' | 'automatic' | 'facts'>, change: ReplayChange): number {
  if (change === 'nobodyDecides') return 3
  const decidedByPeople = pastRequest.automatic === null
  if (change === 'approvedAtOnce') {
    if (pastRequest.status === 'rejected') return 3
    if (pastRequest.status === 'changes_requested' || pastRequest.facts.risk.score >= 50) return 2
  }
  if (change === 'rejectedAtOnce') return decidedByPeople && pastRequest.status === 'approved' ? 3 : 1
  if (change === 'fewerStages') return pastRequest.status === 'rejected' ? 2 : 1
  return 0
}
