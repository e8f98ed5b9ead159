import { isDeepStrictEqual } from 'node:util'
import { holds } from '../../../approvals/condition.ts'
import type { PolicyFacts } from '../../../approvals/facts.ts'
import { type GivenRuling, type PolicyRules, type Ruling, rulingOf } from '../../../approvals/rules.ts'
import { defaultHours } from '../../../approvals/stages.ts'
import type { ApprovalStatus, PolicyStage, ReplayChange, ReplayOutcome, ReplaySide, StageStatus } from '../../../db/tables.ts'

/** A stage is recorded when its request is submitted. */
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
  given: GivenRuling['outcome'] | null
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

const outsideRules = 'Approved outside the policy.'

type Timed = Omit<PolicyStage, 'when'>
const deciders = ({ rule, minimum }: Timed) => ({ rule, minimum })
const times = ({ alternates, remindAfterHours, escalateAfterHours, hoursToDecide }: Timed) => ({
  remind: remindAfterHours ?? defaultHours.remindAfter,
  escalate: alternates && escalateAfterHours !== undefined ? { escalateAfterHours, alternates } : null,
  expires: hoursToDecide ?? defaultHours.toDecide,
})
const alike = (one: readonly Timed[], other: readonly Timed[], by: (stage: Timed) => unknown) =>
  isDeepStrictEqual(one.map(by), other.map(by))

/**
 * Computes what the draft would have decided, without side effects. A condition that can't be evaluated leaves no approver, as it would in
 * reality.
 */
export function compare(past: PastRequest, filed: PolicyRules, draft: PolicyRules): Comparison {
  const wouldSay = ruled(draft, past.facts, givenOf(past))
  const was = pastSide(past, filed)
  const would = sideOf(draft, past.facts, wouldSay)
  const wouldStages = wouldSay.outcome === 'stages' ? wouldSay.stages : []
  return { from: was.outcome, change: changeOf(was, would, past.stages, wouldStages), was, would, wasStages: past.stages, wouldStages }
}

function ruled(policy: PolicyRules, facts: PolicyFacts, given?: GivenRuling): Ruling {
  try {
    return rulingOf(policy, facts, given)
  } catch {
    return { outcome: 'unruled' }
  }
}

/** Rules outside the policy, such as a sandbox template's, would decide the same again. */
function givenOf({ given, automatic, status, stages }: PastRequest): GivenRuling | undefined {
  if (given === null) return undefined
  if (given === 'approved') return { outcome: given, because: status === 'approved' && automatic !== null ? automatic : outsideRules }
  return given === 'stages' && stages.length > 0 ? { outcome: given, stages } : { outcome: 'asked' }
}

function pastSide({ automatic, status, stages, facts }: PastRequest, filed: PolicyRules): ReplaySide {
  if (automatic === null) return { outcome: 'asked', because: null, when: null, stages: stages.map(({ name }) => name) }
  return atOnce(filed, facts, { outcome: status === 'rejected' ? 'rejected' : 'approved', because: automatic })
}

function sideOf(policy: PolicyRules, facts: PolicyFacts, ruling: Ruling): ReplaySide {
  if (ruling.outcome === 'stages') return { outcome: 'asked', because: null, when: null, stages: ruling.stages.map(({ name }) => name) }
  if (ruling.outcome === 'unruled') return { outcome: 'nobody', because: null, when: null, stages: [] }
  return atOnce(policy, facts, ruling)
}

/** Includes the condition of the rule that decided; a rule outside the policy has none. */
function atOnce(
  policy: PolicyRules,
  facts: PolicyFacts,
  { outcome, because }: { outcome: 'approved' | 'rejected'; because: string },
): ReplaySide {
  const rules = outcome === 'rejected' ? policy.reject : policy.approve
  const rule = rules.find((each) => each.because === because && holds(each.when, facts))
  return { outcome, because, when: rule?.when ?? null, stages: [] }
}

function changeOf(was: ReplaySide, would: ReplaySide, before: readonly Timed[], after: readonly Timed[]): ReplayChange | null {
  if (was.outcome !== would.outcome) {
    const changes = { approved: 'approvedAtOnce', rejected: 'rejectedAtOnce', asked: 'askedFirst', nobody: 'nobodyDecides' } as const
    return changes[would.outcome]
  }
  if (was.outcome !== 'asked') return null
  if (after.length !== before.length) return after.length > before.length ? 'moreStages' : 'fewerStages'
  if (!alike(before, after, deciders)) return 'otherPeople'
  return alike(before, after, times) ? null : 'otherTimes'
}

/**
 * Rates how unusual a change is: 3 = people decided the opposite, or no approver would be left; 2 = people asked for changes first, or it
 * is risky and would be approved automatically; 1 = it would be rejected, or decided by fewer people.
 */
export function oddness(past: Pick<PastRequest, 'status' | 'automatic' | 'facts'>, change: ReplayChange): number {
  if (change === 'nobodyDecides') return 3
  const byPeople = past.automatic === null
  if (change === 'approvedAtOnce') {
    if (past.status === 'rejected') return 3
    if (past.status === 'changes_requested' || past.facts.risk.score >= 50) return 2
  }
  if (change === 'rejectedAtOnce') return byPeople && past.status === 'approved' ? 3 : 1
  if (change === 'fewerStages') return past.status === 'rejected' ? 2 : 1
  return 0
}
