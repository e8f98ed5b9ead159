import { describe, expect, it } from 'vitest'
import { emptyFacts } from '../../../approvals/facts.ts'
import type { PolicyRules } from '../../../approvals/rules.ts'
import type { PolicyStage } from '../../../db/tables.ts'
import { compare, type PastRequest, type PastStage, unusualScore } from './compare.ts'
import { waitsOf } from './waits.ts'

const lead: PolicyStage = { name: 'Tower lead', rule: { kind: 'towerLead' }, minimum: 1 }
const owner: PolicyStage = { name: 'Family owner', rule: { kind: 'familyOwner' }, minimum: 1 }
const smallBudgetRule = { when: 'request.budget <= 500.0', reason: 'Small budgets pass.' }
const rules = (overrides: Partial<PolicyRules> = {}): PolicyRules => ({ reject: [], approve: [], stages: [lead, owner], ...overrides })

const timeAt = (hours: number) => new Date(Date.UTC(2026, 4, 4, hours)).toISOString()
const toPastStages = (stages: PolicyStage[]): PastStage[] =>
  stages.map(({ when: _, ...stage }, index) => ({
    ...stage,
    status: 'approved',
    openedAt: timeAt(index * 5),
    closedAt: timeAt(index * 5 + 5),
  }))
function pastRequest(overrides: Partial<PastRequest> = {}): PastRequest {
  const facts = emptyFacts()
  facts.request.budget = 400
  const stages = toPastStages([lead, owner])
  return {
    id: 'a',
    facts,
    status: 'approved',
    automatic: null,
    overrideOutcome: null,
    openedAt: new Date(timeAt(0)),
    closedAt: new Date(timeAt(10)),
    stages,
    ...overrides,
  }
}
const changeOf = (request: PastRequest, draft: PolicyRules, appliedRules = rules()) => compare(request, appliedRules, draft).change

describe('the change of an outcome', () => {
  it('is null if the same people decide at the same times', () => {
    expect(changeOf(pastRequest(), rules())).toBeNull()
    expect(changeOf(pastRequest(), rules({ stages: [{ ...lead, name: 'Renamed', remindAfterHours: 48 }, owner] }))).toBeNull()
  })

  it('lists what differs in each stage, and keeps different reminders apart from different deadlines', () => {
    const compareTo = (stages: PolicyStage[]) => compare(pastRequest(), rules(), rules({ stages }))
    const reminders = compareTo([lead, { ...owner, remindAfterHours: 96 }])
    expect(reminders).toMatchObject({
      change: 'differentReminders',
      simulated: { onlyReminders: true, differences: [{ stage: 'Family owner', part: 'reminder', before: 48, after: 96 }] },
    })
    const both = compareTo([
      { ...lead, hoursToDecide: 24 },
      { ...owner, remindAfterHours: 96 },
    ])
    expect(both.change).toBe('differentDeadlines')
    expect(both.simulated.differences?.map(({ stage, part }) => [stage, part])).toEqual([
      ['Tower lead', 'deadline'],
      ['Family owner', 'reminder'],
    ])
    const substitutes = compareTo([lead, { ...owner, alternates: { kind: 'manager' }, escalateAfterHours: 24 }])
    expect([substitutes.change, substitutes.simulated.differences?.map(({ part }) => part)]).toEqual([
      'differentApprovers',
      ['alternates', 'escalation'],
    ])
  })

  it('is named after the simulated outcome', () => {
    const reason = 'No.'
    expect(changeOf(pastRequest(), rules({ approve: [smallBudgetRule] }))).toBe('approvedAutomatically')
    expect(changeOf(pastRequest(), rules({ approve: [smallBudgetRule], reject: [{ when: 'true', reason }] }))).toBe('rejectedAutomatically')
    expect(changeOf(pastRequest(), rules({ stages: [{ ...lead, when: 'request.privileged' }] }))).toBe('noStage')
    expect(changeOf(pastRequest(), rules({ stages: [lead] }))).toBe('fewerStages')
    expect(changeOf(pastRequest(), rules({ stages: [lead, owner, { ...lead, name: 'Again' }] }))).toBe('moreStages')
    expect(changeOf(pastRequest(), rules({ stages: [lead, { ...owner, minimum: 2 }] }))).toBe('differentApprovers')
    expect(changeOf(pastRequest(), rules({ stages: [lead, { ...owner, hoursToDecide: 24 }] }))).toBe('differentDeadlines')
  })

  it('says whether only the votes differ', () => {
    const votesOf = (stages: PolicyStage[]) => {
      const { actual, simulated } = compare(pastRequest(), rules(), rules({ stages }))
      return { before: actual.minimums, after: simulated.minimums, votes: simulated.votes }
    }
    expect(votesOf([lead, { ...owner, minimum: 2 }])).toEqual({ before: [1, 1], after: [1, 2], votes: 'more' })
    expect(votesOf([lead, { ...lead, minimum: 2 }])).toEqual({ before: [1, 1], after: [1, 2], votes: undefined })
    expect(votesOf([lead, { ...owner, hoursToDecide: 24 }]).votes).toBeUndefined()
  })

  it('contains the rule that decides, and the rule that decided before', () => {
    const appliedRules = rules({ approve: [smallBudgetRule] })
    const autoApprovedRequest = pastRequest({ automatic: smallBudgetRule.reason, stages: [] })
    expect(compare(autoApprovedRequest, appliedRules, rules())).toMatchObject({
      from: 'approved',
      change: 'approvalAdded',
      actual: { reason: smallBudgetRule.reason, when: smallBudgetRule.when },
      simulated: { outcome: 'stages', stages: ['Tower lead', 'Family owner'] },
    })
    expect(
      changeOf(autoApprovedRequest, rules({ approve: [{ ...smallBudgetRule, reason: 'Another word for it.' }] }), appliedRules),
    ).toBeNull()
  })

  it('keeps decisions that were made outside the policy, unless the draft rejects the request', () => {
    const approvedByTemplate = pastRequest({ overrideOutcome: 'approved', automatic: 'The template lets it through.', stages: [] })
    expect(changeOf(approvedByTemplate, rules({ stages: [lead] }))).toBeNull()
    expect(changeOf(approvedByTemplate, rules({ reject: [{ when: 'request.budget > 0.0', reason: 'No.' }] }))).toBe('rejectedAutomatically')
    const byRole = pastRequest({
      overrideOutcome: 'stages',
      stages: toPastStages([{ name: 'As the role says', rule: { kind: 'manager' }, minimum: 1 }]),
    })
    expect(changeOf(byRole, rules({ approve: [smallBudgetRule] }))).toBeNull()
    expect(changeOf(pastRequest({ overrideOutcome: 'required' }), rules({ approve: [smallBudgetRule] }))).toBeNull()
    const rejection = pastRequest({ overrideOutcome: 'approved', status: 'rejected', automatic: 'No.', stages: [] })
    expect(changeOf(rejection, rules())).toBe('approvedAutomatically')
  })

  it('means that no approver decides if a condition can’t be evaluated', () => {
    const request = pastRequest()
    delete (request.facts.request as Partial<typeof request.facts.request>).budget
    expect(changeOf(request, rules({ approve: [smallBudgetRule] }))).toBe('noStage')
  })

  it('is marked as unexpected if people decided the opposite', () => {
    const riskyFacts = emptyFacts()
    riskyFacts.risk.score = 60
    const scoreOf = (request: Partial<PastRequest>, change: Parameters<typeof unusualScore>[1]) =>
      unusualScore(pastRequest(request), change)
    expect(scoreOf({ status: 'rejected' }, 'approvedAutomatically')).toBe(3)
    expect(scoreOf({ status: 'changes_requested' }, 'approvedAutomatically')).toBe(2)
    expect(scoreOf({ facts: riskyFacts }, 'approvedAutomatically')).toBe(2)
    expect(scoreOf({}, 'approvedAutomatically')).toBe(0)
    expect(scoreOf({}, 'rejectedAutomatically')).toBe(3)
    expect(scoreOf({ automatic: 'x' }, 'rejectedAutomatically')).toBe(1)
    expect(scoreOf({}, 'noStage')).toBe(3)
    expect(scoreOf({ status: 'rejected' }, 'fewerStages')).toBe(2)
  })
})

describe('the waiting time', () => {
  const waits = (request: PastRequest, draft: PolicyRules, usualMedians: [string, number][] = []) =>
    waitsOf(
      request,
      compare(request, rules(), draft),
      new Map(usualMedians.map(([name, median]) => [name, { medianHours: median, p90Hours: median, decisions: 1 }])),
    )

  it('contains the time of a stage, or the usual time of similar stages', () => {
    expect(waits(pastRequest(), rules({ stages: [lead] }))).toEqual({ before: 10, after: 5 })
    expect(waits(pastRequest(), rules({ approve: [smallBudgetRule] }))).toEqual({ before: 10, after: 0 })
    const security: PolicyStage = { name: 'Security', rule: { kind: 'manager' }, minimum: 1 }
    expect(waits(pastRequest(), rules({ stages: [lead, security] }), [['Security', 30]])).toEqual({ before: 10, after: 35 })
    expect(waits(pastRequest(), rules({ stages: [lead, security] }))).toEqual({ before: 10, after: null })
  })

  it('is unknown if a stage needs more votes than it had, unless it ended the request', () => {
    const draft = rules({ stages: [{ ...lead, minimum: 2 }, owner] })
    expect(waits(pastRequest(), draft, [['Tower lead', 3]])).toEqual({ before: 10, after: null })
    const stages = toPastStages([lead])
    stages[0]!.status = 'rejected'
    expect(waits(pastRequest({ status: 'rejected', closedAt: new Date(timeAt(5)), stages }), draft)).toEqual({ before: 5, after: 5 })
  })

  it('ends with the request, and is unknown for a request without a decision', () => {
    const stages = toPastStages([lead, owner])
    stages[0]!.status = 'rejected'
    expect(
      waits(pastRequest({ status: 'rejected', closedAt: new Date(timeAt(5)), stages }), rules({ stages: [lead, owner, owner] })),
    ).toEqual({
      before: 5,
      after: 5,
    })
    expect(waits(pastRequest({ status: 'expired' }), rules())).toEqual({ before: null, after: null })
  })
})
