import { isDeepStrictEqual } from 'node:util'
import { holds } from '../../../approvals/condition.ts'
import type { PolicyFacts } from '../../../approvals/facts.ts'
import { type GivenRuling, type PolicyRules, type Ruling, rulingOf } from '../../../approvals/rules.ts'
import { defaultHours } from '../../../approvals/stages.ts'
import type { ApprovalStatus, PolicyStage, ReplayChange, ReplayOutcome, ReplaySide, StageStatus } from '../../../db/tables.ts'

/** A stage as it was written down when the request was filed. */
export interface PastStage extends Omit<PolicyStage, 'when'> {
  status: StageStatus
  openedAt: string | null
  closedAt: string | null
}

/** A request that was filed, and what became of it. */
export interface PastRequest {
  id: string
  facts: PolicyFacts
  status: ApprovalStatus
  /** Why nobody had to decide. */
  automatic: string | null
  /** Which way rules outside the policy went. */
  given: GivenRuling['outcome'] | null
  openedAt: Date
  closedAt: Date | null
  stages: PastStage[]
}

export interface Comparison {
  from: ReplayOutcome
  /** Null: nothing would be otherwise. */
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

/** What the draft would have made of a request. Pure; a condition that cannot be evaluated leaves nobody to decide, as it would then. */
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

/** What rules outside the policy, such as a sandbox template's, said of it: they would say so again. */
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

/** With the condition of the rule that said so; none when it was a rule outside the policy. */
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
 * How much a change deserves a look: 3 = people decided the other way, or nobody could decide;
 * 2 = they wanted it changed first, or it is risky and would pass unseen; 1 = it would be refused, or decided by fewer.
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
